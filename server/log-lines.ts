/**
 * Log lines of one turn of the event loop, written together: one system call a turn instead of one a
 * request. Nothing waits longer than the turn, and the end of the process writes what is left; a
 * SIGKILL loses at most the lines of the turn that it struck. A buffer with a timer or a minimum size
 * was rejected: it would lose the lines before a crash, which are those that are read.
 */
import type { Writable } from 'node:stream';

/** Characters after which lines are written within their turn. */
export const LINES_MAX = 65_536;

export interface LogLines {
  write(line: string): void;
  /** Writes what is left, at once. */
  flush(): void;
}

export function gatherLines(destination: Writable): LogLines {
  let lines = '';
  const flush = (): void => {
    if (lines === '') return;
    const text = lines;
    lines = '';
    destination.write(text);
  };
  return {
    write: (line) => {
      if (lines === '') setImmediate(flush);
      lines += line;
      if (lines.length >= LINES_MAX) flush();
    },
    flush,
  };
}
