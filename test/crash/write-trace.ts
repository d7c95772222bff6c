/**
 * What a process did to its files, from strace: writes, truncations, syncs, names; and what would be
 * on the disk had the power gone at a given moment. Kept is what a sync has promised: the bytes of a
 * file at its last completed fsync or fdatasync, a name at the last completed fsync of its folder.
 * Of what was written since, a cut may keep any part: `luck` decides write by write.
 *
 * A write counts from the start of its call, a sync from its end: the worse reading for both.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

type Step =
  | { readonly kind: 'open'; readonly path: string; readonly truncate: boolean }
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'sync-start'; readonly path: string; readonly thread: string }
  | { readonly kind: 'sync-end'; readonly path: string; readonly thread: string }
  | { readonly kind: 'unlink'; readonly path: string }
  | { readonly kind: 'says'; readonly text: string };

/** Calls to ask strace for. */
export const TRACED = 'openat,pwrite64,write,ftruncate,fsync,fdatasync,unlink,rename';
export const STRACE = ['-f', '-y', '-xx', '-s', '70000', '-e', `trace=${TRACED}`] as const;

const text = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
const path = (hex: string): string => text(hex).toString();

/** Steps below `folder`, and lines said on standard output. Throws at a call that it cannot read. */
export function readTrace(trace: string, folder: string): Step[] {
  const steps: Step[] = [];
  const syncing = new Map<string, string>();
  for (const line of trace.split('\n')) {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. (fsync|fdatasync) resumed>.*= (-?\d+)/.exec(call);
    if (resumed !== null) {
      const file = syncing.get(thread);
      if (file !== undefined && resumed[2] === '0') {
        steps.push({ kind: 'sync-end', path: file, thread });
      }
      syncing.delete(thread);
      continue;
    }
    const [, name = '', rest = ''] = /^([a-z0-9]+)\((.*)$/.exec(call) ?? [];
    if (name === 'openat') {
      const [, hex = '', flags = '', fd = '-1'] =
        /^[^,]*, "([^"]*)", ([A-Z_|0-9]+).* = (-?\d+)/.exec(rest) ?? [];
      const file = path(hex);
      if (!file.startsWith(folder) || Number(fd) < 0 || !flags.includes('O_CREAT')) continue;
      steps.push({ kind: 'open', path: file, truncate: flags.includes('O_TRUNC') });
    } else if (name === 'unlink') {
      const file = path(/^"([^"]*)"/.exec(rest)?.[1] ?? '');
      if (file.startsWith(folder)) steps.push({ kind: 'unlink', path: file });
    } else if (name === 'rename') {
      if (path(/^"([^"]*)"/.exec(rest)?.[1] ?? '').startsWith(folder)) {
        throw new Error('a rename: the model knows none');
      }
    } else if (name !== '') {
      const [, fd = '', hex = '', args = ''] = /^(\d+)<([^>]*)>(.*)$/.exec(rest) ?? [];
      const file = hex.includes('\\x') ? path(hex) : hex;
      const data = text(/^, "([^"]*)"/.exec(args)?.[1] ?? '');
      if (name === 'write' && fd === '1') steps.push({ kind: 'says', text: data.toString() });
      if (!file.startsWith(folder)) continue;
      if (args.includes('"...')) throw new Error('strace has cut a write off');
      if (name === 'write') throw new Error(`a write without a place: ${file}`);
      if (name === 'pwrite64') {
        const at = Number(/", \d+, (\d+)/.exec(args)?.[1]);
        steps.push({ kind: 'write', path: file, at, bytes: data });
      } else if (name === 'ftruncate') {
        steps.push({ kind: 'truncate', path: file, size: Number(/^, (\d+)/.exec(args)?.[1]) });
      } else {
        steps.push({ kind: 'sync-start', path: file, thread });
        if (call.includes('unfinished')) syncing.set(thread, file);
        else if (/= 0$/.test(call)) steps.push({ kind: 'sync-end', path: file, thread });
      }
    }
  }
  return steps;
}

/** A file: the bytes that a sync promised, and what was done since. */
interface Inode {
  durable: Buffer;
  pending: (Step & { kind: 'write' | 'truncate' })[];
}

/** Bytes after some more steps. */
function applied(bytes: Buffer, steps: readonly Step[]): Buffer {
  let result = Buffer.from(bytes);
  for (const step of steps) {
    if (step.kind === 'truncate') {
      const next = Buffer.alloc(step.size);
      result.copy(next, 0, 0, Math.min(step.size, result.length));
      result = next;
    } else if (step.kind === 'write') {
      const end = step.at + step.bytes.length;
      if (end > result.length) result = Buffer.concat([result, Buffer.alloc(end - result.length)]);
      step.bytes.copy(result, step.at);
    }
  }
  return result;
}

/** The disk, step by step. */
export class Disk {
  private readonly names = new Map<string, Inode>();
  private readonly durableNames = new Map<string, Inode>();
  private readonly syncing = new Map<string, number>();

  step(step: Step): void {
    const inode = 'path' in step ? this.names.get(step.path) : undefined;
    if (step.kind === 'open') {
      if (inode === undefined) {
        this.names.set(step.path, { durable: Buffer.alloc(0), pending: [] });
      } else if (step.truncate) {
        inode.pending.push({ kind: 'truncate', path: step.path, size: 0 });
      }
    } else if (step.kind === 'unlink') {
      this.names.delete(step.path);
    } else if (step.kind === 'write' || step.kind === 'truncate') {
      if (inode === undefined) throw new Error(`written before it was opened: ${step.path}`);
      inode.pending.push(step);
    } else if (step.kind === 'sync-start') {
      this.syncing.set(step.thread, inode?.pending.length ?? 0);
    } else if (step.kind === 'sync-end') {
      if (inode === undefined) this.syncFolder(step.path);
      else {
        const count = this.syncing.get(step.thread) ?? 0;
        inode.durable = applied(inode.durable, inode.pending.splice(0, count));
      }
    }
  }

  private syncFolder(folder: string): void {
    for (const [file, inode] of this.names) {
      if (dirname(file) === folder) this.durableNames.set(file, inode);
    }
    for (const file of this.durableNames.keys()) {
      if (dirname(file) === folder && !this.names.has(file)) this.durableNames.delete(file);
    }
  }

  /** Writes into `folder` what a cut now would leave; `luck` says which unsynced write is kept. */
  cut(folder: string, luck: () => boolean): void {
    mkdirSync(folder, { recursive: true });
    for (const [file, { durable, pending }] of this.durableNames) {
      // The index of the WAL lives in shared memory; SQLite makes it anew.
      if (file.endsWith('-shm')) continue;
      const kept = pending.filter(luck);
      writeFileSync(join(folder, basename(file)), applied(durable, kept));
    }
  }
}
