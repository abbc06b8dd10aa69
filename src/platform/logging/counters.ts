// What happens in this process, for the metrics. Every label has a fixed list of values, so that each series exists from the start: the first failure after a
// start is an increase, not a new series. docs/metrics.md explains each name.
import { Counter, Histogram, Registry } from 'prom-client';
import { jobNames } from '../../jobs.ts';

type Row = { readonly help: string; readonly labels: Readonly<Record<string, readonly string[]>> };

const counters = {
  fanfare_purchases_total: {
    help: 'Attempts to place a purchase',
    labels: { outcome: ['placed', 'refused', 'failed'] },
  },
  fanfare_payments_total: {
    help: 'Results of payments: booked for what they pay, credited to the balance, or without money',
    labels: { outcome: ['booked', 'credited', 'declined', 'abandoned', 'expired', 'disputed'] },
  },
  fanfare_webhooks_total: {
    help: 'Webhooks of payment providers',
    labels: { outcome: ['accepted', 'ignored', 'rejected', 'unknown', 'failed'] },
  },
  fanfare_job_attempts_total: {
    help: 'Attempts of jobs. A failed one is repeated, one that was given up is not',
    labels: { task: jobNames, outcome: ['done', 'failed', 'given_up'] },
  },
  fanfare_limiter_failures_total: {
    help: 'Rate limits that could not be read: log-ins and codes were refused with 503, other requests allowed',
    labels: {},
  },
} as const satisfies Readonly<Record<string, Row>>;

type CounterName = keyof typeof counters;
type LabelsOf<Name extends CounterName> = {
  readonly [Label in keyof (typeof counters)[Name]['labels']]: ((typeof counters)[Name]['labels'][Label] & readonly string[])[number];
};

/** Of the process, not of one shop: a process has one shop, except in tests. */
export const processRegistry = new Registry();

const counterByName = new Map(
  Object.entries<Row>(counters).map(([name, { help, labels }]) => {
    const counter = new Counter({ name, help, labelNames: Object.keys(labels), registers: [processRegistry] });
    for (const series of combinations(labels)) counter.inc(series, 0);
    return [name, counter];
  }),
);

export const increment = <Name extends CounterName>(name: Name, labels: LabelsOf<Name>): void =>
  counterByName.get(name)?.inc(labels as Record<string, string>);

const jobDurations = new Histogram({
  name: 'fanfare_job_duration_seconds',
  help: 'Time of one attempt of a job',
  labelNames: ['task'] as const,
  buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120],
  registers: [processRegistry],
});
export const observeJob = (task: string, seconds: number): void => jobDurations.observe({ task }, seconds);

const poolWaits = new Histogram({
  name: 'fanfare_database_pool_wait_seconds',
  help: 'Time until a query or a transaction got a connection of the pool',
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5],
  registers: [processRegistry],
});
export const observePoolWait = (seconds: number): void => poolWaits.observe(seconds);

/** Every combination of the labels' values. */
function combinations(labels: Row['labels']): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (series, [label, values]) => series.flatMap((each) => values.map((value) => ({ ...each, [label]: value }))),
    [{}],
  );
}
