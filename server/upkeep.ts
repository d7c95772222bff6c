/**
 * What the house does by itself while it runs: closes commitments that are due, retires the unused ones
 * of a latched generator or a failed integrity check, finishes abandoned rounds when it is told to, summarizes logins, and checks
 * itself once a day.
 * One run at a time; a run that fails is logged and tried again.
 */
import type { Logger } from 'pino';
import { finishAbandoned } from './abandoned.ts';
import type { Settled } from './act.ts';
import { closeDue, retire } from './closing.ts';
import type { House } from './house.ts';
import { HOUSE_TENANT } from './house.ts';
import { INTEGRITY_MS } from './integrity.ts';
import type { LoginWatch } from './login-watch.ts';

/** Milliseconds between two runs. */
export const UPKEEP_MS = 1_000;
/** From one run to the next the wall clock may gain or lose this much; more is a jump. */
const JUMP_MS = 1_000;

export interface Upkeep {
  /** Waits for the run that is under way. */
  stop(): Promise<void>;
}

export function startUpkeep(
  house: House,
  abandonedAfterMs: number,
  onSettled: (settled: Settled) => void,
  log: Logger,
  /** Milliseconds that never go back, to tell a jump of the wall clock from time that has passed. */
  monotonic: () => number,
  logins?: LoginWatch,
): Upkeep {
  let running: Promise<void> | null = null;
  let checked = house.now() - INTEGRITY_MS;
  // No player can decide while the service is down, and none is late because a clock has jumped: the
  // time of every open round counts from here at the earliest.
  let counted = house.now();
  let clock = { wall: house.now(), monotonic: monotonic() };

  function watchClock(): void {
    const now = { wall: house.now(), monotonic: monotonic() };
    const jump = now.wall - clock.wall - (now.monotonic - clock.monotonic);
    clock = now;
    if (Math.abs(jump) <= JUMP_MS) return;
    counted = now.wall;
    log.warn({ jump }, 'the clock has jumped');
  }

  const failed = (error: Error): void => log.error({ error: error.message }, 'upkeep has failed');

  async function run(): Promise<void> {
    if (!house.store.ready()) return;
    watchClock();
    if (house.now() - checked >= INTEGRITY_MS) {
      checked = house.now();
      await checkIntegrity(house, log);
    }
    await recordLogins(house, logins, false).catch(failed);
    // Each for itself: what fails in one keeps the other from nothing.
    await closeUnused(house).catch(failed);
    if (abandonedAfterMs > 0) {
      await finishAbandoned(house, abandonedAfterMs, onSettled, counted).catch(failed);
    }
  }

  const tick = (): void => {
    if (running !== null) return;
    running = run()
      .catch(failed)
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(tick, UPKEEP_MS);
  tick();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

/** Writes what the watch on logins has to say; `all` at the end of the service. */
export async function recordLogins(
  house: House,
  logins: LoginWatch | undefined,
  all: boolean,
): Promise<void> {
  for (const { tenant, audit } of logins?.due(house.now(), all) ?? []) {
    await house.store.commit({ tenant, at: house.now(), audit });
  }
}

/** Design §2.1: a house that may not deal retires what is unused; else only what is due closes. */
async function closeUnused(house: House): Promise<void> {
  if (!house.generator.ready()) await retire(house, 'generator-latched');
  else if (!house.integrity.ok()) await retire(house, 'integrity-failed');
  else await closeDue(house);
}

async function checkIntegrity(house: House, log: Logger): Promise<void> {
  const failed = house.integrity.run().filter((check) => !check.ok);
  if (failed.length > 0) log.fatal({ failed }, 'the integrity check has failed');
  await house.store.commit({
    tenant: HOUSE_TENANT,
    at: house.now(),
    audit: [
      {
        actor: 'house',
        kind: 'integrity-checked',
        subject: 'service',
        data: JSON.stringify({ ok: failed.length === 0, failed }),
      },
    ],
  });
}
