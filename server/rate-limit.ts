/**
 * Rate limits: a bucket of tokens a caller, one second deep, filled by a clock that never goes back.
 * Known callers are few (KEYS_MAX), so that the map is bounded.
 */
export interface RateLimiter {
  /** Requests a second, or 0: no limit. */
  readonly perSecond: number;
  /** 0 when the caller may go on, else milliseconds to wait. */
  take(caller: string): number;
}

export function createRateLimiter(perSecond: number, monotonic: () => number): RateLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    perSecond,
    take(caller) {
      if (perSecond === 0) return 0;
      const now = monotonic();
      const bucket = buckets.get(caller) ?? { tokens: perSecond, at: now };
      buckets.set(caller, bucket);
      bucket.tokens = Math.min(perSecond, bucket.tokens + ((now - bucket.at) * perSecond) / 1000);
      bucket.at = now;
      if (bucket.tokens < 1) return ((1 - bucket.tokens) * 1000) / perSecond;
      bucket.tokens -= 1;
      return 0;
    },
  };
}
