// Prometheus metrics. Values that need a query are read once per scrape.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '../database/database.ts';
import { type Replicas, readReplicas } from '../database/replicas.ts';
import { countJobs, getOldestWaitSeconds } from '../jobs/admin.ts';
import { bundle } from '../paths.ts';
import { processRegistry } from './counters.ts';
import { formatCause, type Log } from './log.ts';

/** A gauge that a module provides, such as the number of unsent mails. */
export type GaugeReading = {
  readonly name: string;
  readonly help: string;
  read(): Promise<number>;
};

export type AnsweredRequest = { readonly method: string; readonly route: string; readonly status: number; readonly seconds: number };

export type Metrics = {
  readonly contentType: string;
  /**
   * Called for every answer. The route is the row of the table, never the path, because there is no limit to
   * the paths that clients request.
   */
  countAnswer(answered: AnsweredRequest): void;
  /** The Prometheus exposition text. */
  scrape(): Promise<string>;
};

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** `build`: the id of the pages, which names the build where the code is not bundled. */
export function makeMetrics({ db, log }: { db: Db; log: Log }, build: string, readings: readonly GaugeReading[]): Metrics {
  const registry = new Registry();
  collectProcessMetrics();
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  addPoolGauges(registry, db);
  addJobGauges(registry, db, log);
  addReplicaGauges(registry, db, log);
  buildGauge(registry, build);
  const oldestJob = {
    name: 'fanfare_oldest_waiting_job_seconds',
    help: 'How long the job that is due the longest has been waiting',
    read: () => getOldestWaitSeconds(db.pool),
  };
  for (const reading of [oldestJob, ...readings]) addReadingGauge(registry, reading, log);
  // Label sets are cached: looking them up costs more than counting.
  const seriesByLabels = new Map<string, { observe(seconds: number): void }>();
  return {
    contentType: registry.contentType,
    countAnswer({ method, route, status, seconds }) {
      const statusClass = Math.floor(status / 100);
      const key = `${method} ${statusClass} ${route}`;
      let series = seriesByLabels.get(key);
      if (!series) {
        series = durations.labels({ method: methods.has(method) ? method : 'other', route, status: `${statusClass}xx` });
        if (methods.has(method)) seriesByLabels.set(key, series);
      }
      series.observe(seconds);
    },
    scrape: async () => (await Promise.all([registry.metrics(), processRegistry.metrics()])).join('\n'),
  };
}

let isCollecting = false;

/**
 * Once, because the collectors of Node's values cannot be stopped: they would keep a closed shop in memory
 * and measure on.
 */
function collectProcessMetrics(): void {
  if (isCollecting) return;
  isCollecting = true;
  collectDefaultMetrics({ register: processRegistry });
}

function addPoolGauges(registry: Registry, { pool }: Db): void {
  new Gauge({
    name: 'fanfare_database_connections',
    help: 'Connections of the pool by what they do, and requests that wait for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
}

function addJobGauges(registry: Registry, { pool }: Db, log: Log): void {
  new Gauge({
    name: 'fanfare_jobs',
    help: 'Jobs by state: failed ones are tried again by themselves, given up ones only when an operator asks',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const counts = await countJobs(pool).catch(logFailedRead('fanfare_jobs', log));
      // A stale number would look valid.
      if (!counts) return this.reset();
      this.set({ state: 'waiting' }, counts.waiting);
      this.set({ state: 'running' }, counts.running);
      this.set({ state: 'failed' }, counts.failed);
      this.set({ state: 'given_up' }, counts.givenUp);
    },
  });
}

function addReplicaGauges(registry: Registry, { pool }: Db, log: Log): void {
  // All metrics of a scrape are collected at the same time, so both gauges share one answer.
  let reading: Promise<Replicas | undefined> | undefined;
  const read = (): Promise<Replicas | undefined> => {
    reading ??= readReplicas(pool)
      .catch(logFailedRead('fanfare_replicas', log))
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  new Gauge({
    name: 'fanfare_replication_lag_bytes',
    help: 'Changes that the slowest replica of the database has not applied',
    registers: [registry],
    async collect() {
      this.set((await read())?.lagBytes ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'fanfare_replicas',
    help: 'Replicas that receive from the database; commits wait for synchronous ones',
    labelNames: ['mode'] as const,
    registers: [registry],
    async collect() {
      const found = await read();
      if (!found) return this.reset();
      this.set({ mode: 'synchronous' }, found.synchronous);
      this.set({ mode: 'asynchronous' }, found.asynchronous);
    },
  });
}

/** The value is always 1. */
function buildGauge(registry: Registry, build: string): void {
  const info = new Gauge({
    name: 'fanfare_build_info',
    help: 'The build that this process runs, and its Node',
    labelNames: ['build', 'node'] as const,
    registers: [registry],
  });
  info.set({ build: bundle?.id ?? build, node: process.versions.node }, 1);
}

function addReadingGauge(registry: Registry, { name, help, read }: GaugeReading, log: Log): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read().catch(logFailedRead(name, log));
      // NaN is Prometheus's value for "unknown"; a scrape must succeed without the database.
      this.set(value ?? Number.NaN);
    },
  });
}

const logFailedRead = (name: string, log: Log) => (cause: unknown) => {
  log.warn({ metric: name, cause: formatCause(cause) }, 'metrics.read.failed');
  return undefined;
};
