/**
 * Finished jobs of a run, one file each, written beside and renamed, so that a killed run goes on
 * where it stood. The folder is named by the run id: another seed, profile, core or input never
 * meets old results.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { JobResult } from './job.ts';

export interface Checkpoint {
  /** The result of a job that was finished before, or null. */
  read(id: string): JobResult | null;
  write(result: JobResult): void;
  /** Removes everything, once the report stands. */
  clear(): void;
}

export function openCheckpoint(out: string, runId: string): Checkpoint {
  const folder = join(out, `unfinished-${runId}`);
  mkdirSync(folder, { recursive: true });
  const path = (id: string): string => join(folder, `${id}.bin`);
  return {
    read(id) {
      if (!existsSync(path(id))) return null;
      try {
        return deserialize(readFileSync(path(id))) as JobResult;
      } catch {
        // A torn file cannot follow a rename; whatever it is, the job runs again.
        return null;
      }
    },
    write(result) {
      const twin = `${path(result.id)}.new`;
      writeFileSync(twin, serialize(result));
      renameSync(twin, path(result.id));
    },
    clear() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
