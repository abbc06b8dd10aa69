// What happens in this process, for the metrics. Every label has a fixed list of values, so that each series
// exists from the start: the first failure after a start is an increase, not a new series. docs/metrics.md
// explains each name.
import { Counter, Histogram, Registry } from 'prom-client';
import { jobNames } from '../../jobs.ts';

/** Of the process, not of one shop: a process has one shop, except in tests. */
export const processRegistry = new Registry();

type Labels = Readonly<Record<string, readonly string[]>>;
type Series<L extends Labels> = { readonly [Label in keyof L]: L[Label][number] };

/** Returns a function that adds one. */
export function makeCounter<const L extends Labels>(name: string, help: string, labels: L): (series: Series<L>) => void {
  const counter = new Counter({ name, help, labelNames: Object.keys(labels), registers: [processRegistry] });
  for (const series of listCombinations(labels)) counter.inc(series, 0);
  return (series) => counter.inc(series);
}

export const countJobAttempt = makeCounter(
  'fanfare_job_attempts_total',
  'Attempts of jobs. A failed one is repeated, one that was given up is not',
  { task: jobNames, outcome: ['done', 'failed', 'given_up'] },
);

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
function listCombinations(labels: Labels): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (series, [label, values]) => series.flatMap((each) => values.map((value) => ({ ...each, [label]: value }))),
    [{}],
  );
}
