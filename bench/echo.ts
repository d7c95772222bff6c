/**
 * The echo of the service bench: one body of 155 bytes (as many as in reference/service.md §2),
 * checked against one schema on both sides.
 */
export const ECHO_PATH = '/bench/echo';

/** A lawful body of POST /v1/rounds. */
export const ECHO_BODY = JSON.stringify({
  table: 'oasis-poker',
  player: 'player-0000000000001',
  boxes: [
    { box: 1, ante: 100, bonus: 100, clientSeed: 'my own words at home' },
    { box: 2, ante: 200 },
  ],
});

export const ECHO_BYTES = 155;
