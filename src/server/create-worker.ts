// Composes a process that runs only the jobs, with a port for health checks and metrics.
import { StartError } from '#platform/config/config.ts';
import { closeDb, openDb } from '#platform/database/database.ts';
import { isMigrated } from '#platform/database/migrate.ts';
import { listen } from '#platform/database/pg-listen.ts';
import { serveHealth } from '#platform/http/health.ts';
import { closeServer, startListening } from '#platform/http/listen.ts';
import { makeServer } from '#platform/http/server.ts';
import { serveMetrics } from '#platform/internal-pages/metrics.ts';
import { makeMetrics } from '#platform/logging/metrics.ts';
import { createReadiness } from '#platform/process/readiness.ts';
import type { Build } from '#site/builds/build.ts';
import { createModules, type ModulesOptions } from '../app.ts';

export type Worker = { readonly url: string; stop(): Promise<void> };

type WorkerOptions = Pick<ModulesOptions, 'config' | 'connection' | 'direct' | 'read' | 'log'> & { readonly build: Pick<Build, 'id'> };

export async function createWorker(options: WorkerOptions): Promise<Worker> {
  const { config, build } = options;
  await expectMigrated(options);
  const { ctx, reload, gauges, startJobs, stop } = await createModules({ ...options, makers: 'own' });
  const readiness = createReadiness();
  const app = makeServer({ ...ctx, readiness, speaks: 'en' });
  serveHealth(app, { probe: ctx.db.probe, readiness });
  await serveMetrics(app, ctx, makeMetrics(ctx, build.id, gauges));
  const url = await startListening(app, config, { host: config.host, port: config.workerPort });
  const jobs = await startJobs();
  const listening = await listen(options.direct ?? options.connection, ctx.log);
  await listening.subscribe(['catalogue'], reload);
  readiness.markReady();
  return {
    url,
    async stop() {
      readiness.markDraining();
      await jobs.stop();
      await closeServer(app, config);
      await listening.stop();
      stop();
      await closeDb(ctx.db);
    },
  };
}

async function expectMigrated({ connection, direct, log }: WorkerOptions): Promise<void> {
  const db = openDb(direct ?? connection, { poolSize: 1, log });
  try {
    if (await isMigrated(db.pool)) return;
  } finally {
    await closeDb(db);
  }
  throw new StartError([
    'The database is older than this version of the worker: start a node of this version first, or run npm run migrate.',
  ]);
}
