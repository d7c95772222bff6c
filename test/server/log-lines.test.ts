/** Lines of one turn go out together, in order, and none is left behind at the end. */
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { gatherLines, LINES_MAX } from '../../server/log-lines.ts';

function recorder(): { writes: string[]; stream: Writable } {
  const writes: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      writes.push(chunk);
      done();
    },
  });
  return { writes, stream };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('writes what one turn has logged at the end of the turn, once', async () => {
  const { writes, stream } = recorder();
  const lines = gatherLines(stream);
  lines.write('a\n');
  lines.write('b\n');
  expect(writes).toEqual([]);
  await turn();
  lines.write('c\n');
  await turn();
  await turn();
  expect(writes).toEqual(['a\nb\n', 'c\n']);
});

it('writes at once what is asked for or too much, and nothing twice', async () => {
  const { writes, stream } = recorder();
  const lines = gatherLines(stream);
  lines.write('last words\n');
  lines.flush();
  expect(writes).toEqual(['last words\n']);
  lines.write('x'.repeat(LINES_MAX));
  expect(writes).toHaveLength(2);
  await turn();
  expect(writes).toHaveLength(2);
});
