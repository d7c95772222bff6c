/**
 * Prometheus metrics: rounds and money per ruleset, requests by route template, durations with
 * buckets for calls below a millisecond, the store, and the build with the core's hash. A raw path
 * is never a label (field log F1); unknown paths are `unmatched`.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Settled } from './act.ts';
import { FATES, STAGES } from './fate.ts';
import type { LoginFault } from './login-watch.ts';
import type { Voided } from './void.ts';

/** Seconds, from 100 µs (a read) over an fsync to the slowest that is still an answer. */
const BUCKETS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
];

export interface Metrics {
  readonly registry: Registry;
  dealt(ruleset: string): void;
  settled(settled: Settled): void;
  request(method: string, route: string, status: number, seconds: number): void;
  voided(voided: Voided): void;
  replayed(): void;
  loginFailed(fault: LoginFault): void;
  /** Registers what is read at scrape time. */
  watch(name: string, help: string, read: () => number): void;
}

export interface BuildInfo {
  readonly version: string;
  readonly core: string;
  readonly node: string;
  readonly store: string;
  readonly synchronous: string;
}

/** `rulesets`: ids whose void counters stand at 0 from the start, so that the first void shows. */
export function createMetrics(build: BuildInfo, rulesets: Iterable<string> = []): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // promtool objects to three default gauges that end in _total; the event loop and memory stay.
  collectDefaultMetrics({ register: registry });
  for (const name of [
    'nodejs_active_handles_total',
    'nodejs_active_requests_total',
    'nodejs_active_resources_total',
  ]) {
    registry.removeSingleMetric(name);
  }
  const info = new Gauge({
    name: 'chemmy_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'core', 'node', 'store', 'synchronous'],
    registers,
  });
  info.set({ ...build }, 1);
  const dealt = new Counter({
    name: 'chemmy_rounds_dealt_total',
    help: 'Rounds dealt.',
    labelNames: ['ruleset'],
    registers,
  });
  const settled = new Counter({
    name: 'chemmy_rounds_settled_total',
    help: 'Rounds settled.',
    labelNames: ['ruleset'],
    registers,
  });
  const staked = new Counter({
    name: 'chemmy_staked_minor_units_total',
    help: 'Stakes of settled rounds, fees included, in minor units.',
    labelNames: ['ruleset', 'currency'],
    registers,
  });
  const returned = new Counter({
    name: 'chemmy_returned_minor_units_total',
    help: 'What settled rounds returned, stakes that came back included, in minor units.',
    labelNames: ['ruleset', 'currency'],
    registers,
  });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status_code'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request line to the last byte handed to the socket.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  });
  /** Series already bound: labels are checked and hashed once, not at every request. */
  const children = new Map<
    string,
    { readonly count: Counter.Internal; readonly duration: Histogram.Internal<string> }
  >();
  // Voids of would-be wins apart from losses: a house that voids what it would have paid shows here,
  // beside rounds that were not void (server/fate.ts, ops/alerts.yml).
  const voids = new Counter({
    name: 'chemmy_rounds_void_total',
    help: 'Rounds made void, by where they stood and what the players would have had.',
    labelNames: ['ruleset', 'was', 'would_be'],
    registers,
  });
  const fates = new Counter({
    name: 'chemmy_rounds_fate_total',
    help: 'Yardstick of voids: results of settled rounds (was=ended), and of one in eight those of default bets (was=open).',
    labelNames: ['ruleset', 'was', 'would_be'],
    registers,
  });
  for (const ruleset of rulesets) {
    for (const was of STAGES) {
      for (const would_be of FATES) {
        voids.inc({ ruleset, was, would_be }, 0);
        fates.inc({ ruleset, was, would_be }, 0);
      }
    }
  }
  const replays = new Counter({
    name: 'chemmy_idempotent_replays_total',
    help: 'Answers given again from their idempotency record.',
    registers,
  });
  const logins = new Counter({
    name: 'chemmy_logins_failed_total',
    help: 'Requests that were not admitted, by why.',
    labelNames: ['fault'],
    registers,
  });
  return {
    registry,
    dealt: (ruleset) => dealt.inc({ ruleset }),
    settled: ({ ruleset, currency, staked: stake, returned: back, fate, sampled }) => {
      settled.inc({ ruleset });
      fates.inc({ ruleset, was: 'ended', would_be: fate });
      if (sampled !== undefined) fates.inc({ ruleset, was: 'open', would_be: sampled });
      staked.inc({ ruleset, currency }, stake);
      returned.inc({ ruleset, currency }, back);
    },
    request: (method, route, status, seconds) => {
      const name = `${method} ${status} ${route}`;
      const bound = children.get(name) ?? {
        count: requests.labels(method, route, String(status)),
        duration: durations.labels(method, route),
      };
      children.set(name, bound);
      bound.count.inc();
      bound.duration.observe(seconds);
    },
    voided: ({ ruleset, was, wouldBe }) => voids.inc({ ruleset, was, would_be: wouldBe }),
    replayed: () => replays.inc(),
    loginFailed: (fault) => logins.inc({ fault }),
    watch: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
  };
}
