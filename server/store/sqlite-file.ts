/**
 * The files of the embedded store: `chemmy.sqlite` with its WAL, and `lock.sqlite`, held for as long
 * as the writer lives so that a second process on the same folder is refused (the audit chain has one
 * writer). The lock is the operating system's: it goes with the process, kill -9 included; a file
 * with a process id in it would not. Names of new files are synced into their folder before anything
 * is acknowledged: a power cut must not lose the file itself.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Database } from 'better-sqlite3';
import Sqlite from 'better-sqlite3';
import { makeDurable, migrate } from './sqlite-schema.ts';

export const STORE_FILE = 'chemmy.sqlite';
const LOCK_FILE = 'lock.sqlite';

export interface OpenWriter {
  readonly db: Database;
  /** The level that SQLite answered. */
  readonly synchronous: string;
  readonly release: () => void;
}

/** Makes the folder's own entries durable. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Opens or creates the store in a folder that exists. Throws where another process has it. */
export function openWriter(folder: string): OpenWriter {
  const lock = new Sqlite(join(folder, LOCK_FILE), { timeout: 0 });
  try {
    lock.pragma('journal_mode = DELETE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new Error(`the store in ${folder} is in use by another process`);
  }
  const db = new Sqlite(join(folder, STORE_FILE));
  const synchronous = makeDurable(db);
  migrate(db);
  syncFolder(folder);
  syncFolder(dirname(resolve(folder)));
  return { db, synchronous, release: () => lock.close() };
}
