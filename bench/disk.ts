/**
 * How long the disk takes to sync: no figure of a durable store says anything without it. One commit
 * a request can do at most one by this time; what group commit gains grows with it.
 */
import { closeSync, fdatasyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './measure.ts';

const SYNCS = 100;
/** A page of SQLite. */
const PAGE = 4096;

/** Median milliseconds of a written page and its fdatasync in `folder`. */
export function syncMilliseconds(folder: string): number {
  const file = join(folder, 'sync-probe');
  const fd = openSync(file, 'w');
  const page = Buffer.alloc(PAGE, 1);
  const times: number[] = [];
  for (let i = 0; i < SYNCS; i++) {
    const begin = performance.now();
    writeSync(fd, page, 0, PAGE, i * PAGE);
    fdatasyncSync(fd);
    times.push(performance.now() - begin);
  }
  closeSync(fd);
  unlinkSync(file);
  return Number(median(times).toFixed(3));
}
