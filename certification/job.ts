/** One piece of work of a run, as it crosses to a worker and back: a shard, a planted fault, or the golden vectors. */
import type { Casino } from './casino.ts';
import type { Golden, RawBattery } from './raw.ts';
import type { PlantedResult } from './self-test.ts';
import { runPlanted } from './self-test.ts';
import type { ShardResult, Task } from './shard.ts';
import { runShard } from './shard.ts';

export type Job =
  | { readonly id: string; readonly kind: 'shard'; readonly task: Task }
  | { readonly id: string; readonly kind: 'planted'; readonly fault: string }
  | { readonly id: string; readonly kind: 'golden' };

export type JobResult =
  | { readonly id: string; readonly kind: 'shard'; readonly result: ShardResult }
  | { readonly id: string; readonly kind: 'planted'; readonly result: PlantedResult }
  | { readonly id: string; readonly kind: 'golden'; readonly result: Golden };

export function runJob(job: Job, casino: Casino, battery: RawBattery): JobResult {
  const { id } = job;
  if (job.kind === 'shard')
    return { id, kind: 'shard', result: runShard(job.task, casino, battery) };
  if (job.kind === 'planted') {
    return { id, kind: 'planted', result: runPlanted(job.fault, casino.core, battery) };
  }
  return { id, kind: 'golden', result: battery.golden() };
}
