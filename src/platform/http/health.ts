// Health checks: is the process alive, may it receive all traffic, may it receive requests for pages.
// docs/operations.md says which check uses which.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isMigrated } from '../database/migrate.ts';
import type { DatabaseProbe } from '../database/probe.ts';
import type { Readiness } from '../process/readiness.ts';

/** Paths that are answered also when the process is overloaded. */
export const isHealthPath = (url: string): boolean => /^\/(healthz|livez|readyz(\/pages)?)(\?|$)/i.test(url);

const withoutTrace = { config: { otel: false } };

type Health = { readonly probe: DatabaseProbe; readonly readiness: Readiness };

export function serveHealth(app: FastifyInstance, { probe, readiness }: Health): void {
  let isCurrent = false;
  const alive = (_request: unknown, reply: FastifyReply) => reply.header('cache-control', 'no-store').send({ status: 'alive' });
  app.get('/livez', withoutTrace, alive);
  app.get('/healthz', withoutTrace, alive);
  app.get('/readyz', withoutTrace, async (_request, reply) => {
    const phase = readiness.phase();
    if (phase !== 'ready') return answer(reply, phase);
    const state = await probe.state();
    if (state !== 'writable') return answer(reply, `database is ${state}`);
    isCurrent ||= await isMigrated(probe.pool).catch(() => false);
    return answer(reply, isCurrent ? undefined : 'migrations are missing');
  });
  // Pages come from memory, so they need no database.
  app.get('/readyz/pages', withoutTrace, (_request, reply) => {
    const phase = readiness.phase();
    return answer(reply, phase === 'ready' ? undefined : phase);
  });
}

const answer = (reply: FastifyReply, reason: string | undefined): FastifyReply =>
  reply
    .code(reason === undefined ? 200 : 503)
    .header('cache-control', 'no-store')
    .send(reason === undefined ? { status: 'ready' } : { status: 'not ready', reason });
