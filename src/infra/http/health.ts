// Liveness and readiness: is the process alive, and may it receive traffic.
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { isMigrated } from '../database/migrate.ts';

const TIMEOUT_MS = 2_000;

export function serveHealth(app: FastifyInstance, pool: pg.Pool): void {
  let stopping = false;
  let migrated = false;
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    migrated ||= await within(isMigrated(pool));
    const ready = !stopping && migrated && (await within(pool.query('select 1').then(() => true)));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' });
  });
}

function within(question: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), TIMEOUT_MS);
  question.then(resolve, () => resolve(false)).finally(() => clearTimeout(timer));
  return promise;
}
