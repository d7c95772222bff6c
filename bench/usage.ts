/**
 * What a child process of the service bench says over the channel of fork(): its address once, then,
 * whenever asked, the CPU time that it has used (all its threads) and how late its event loop was.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Usage {
  /** User and system time of all threads since the start. */
  readonly cpuMicroseconds: number;
  /** 99th percentile of the event loop's delay since the last question, milliseconds. */
  readonly lateMs: number;
}

export type HostAnswer = { readonly listening: string } | { readonly used: Usage };

/** The timer that measures the delay takes this itself; a shorter one would cost what is measured. */
const RESOLUTION_MS = 10;

export function say(answer: HostAnswer): void {
  process.send?.(answer);
}

/** Answers every message with what was used; the process ends with its parent. */
export function answerUsage(): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    const lateMs = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
    delay.reset();
    say({ used: { cpuMicroseconds: user + system, lateMs } });
  });
  process.on('disconnect', () => process.exit(1));
}
