// The job worker: starts, stops without losing a job, and survives lost connections.

import { Writable } from 'node:stream';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transaction } from '#platform/database/database.ts';
import { countJobs } from '#platform/jobs/admin.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { startJobs } from '#platform/jobs/run.ts';
import { withTimeout } from '#platform/process/with-timeout.ts';
import { type JobHandlers, type JobName, jobNames, jobs } from '../src/jobs.ts';
import { endConnections } from './support/rows/database.ts';
import { addJob, deleteJobs, jobQueues, scheduledTasks, turnScheduleBack } from './support/rows/jobs.ts';
import { openTestGround, quietJobs, type TestGround } from './support/test-context.ts';

const ID = '5f0c2c1e-4a64-4d3c-9a0e-0d8c1f1f7a11';

let ctx: TestGround;
const said: string[] = [];
beforeAll(async () => {
  const opened = await openTestGround();
  const lines = new Writable({
    write(chunk, _encoding, done) {
      said.push(String(chunk));
      done();
    },
  });
  ctx = { ...opened, log: pino({ level: 'trace' }, lines) };
});
afterAll(() => ctx.drop());
beforeEach(async () => {
  said.length = 0;
  await deleteJobs(ctx);
});

const send = (handler: JobHandlers['mail.send']): JobHandlers => ({ ...quietJobs, 'mail.send': handler });
const post = (id = ID) => transaction(ctx.db, (tx) => enqueue(tx, 'mail.send', { id }));

describe('start and stop', () => {
  test('queued jobs of an unknown task are logged', async () => {
    await addJob(ctx, 'mail.burn');
    const running = await startJobs(ctx, quietJobs);
    await running.stop();
    expect(said.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ level: 50, task: 'mail.burn', count: 1 }));
  });

  test('every job with a schedule is registered', async () => {
    const running = await startJobs(ctx, quietJobs);
    await running.stop();

    const scheduled = jobNames.filter((name: JobName) => 'schedule' in jobs[name]).sort();
    expect(await scheduledTasks(ctx)).toEqual(scheduled);
  });

  test('a scheduled job enters its own queue', async () => {
    await (await startJobs(ctx, quietJobs)).stop();
    await turnScheduleBack(ctx);
    await (await startJobs(ctx, quietJobs)).stop();
    expect(await jobQueues(ctx)).toEqual(
      expect.arrayContaining(jobNames.filter((name) => 'schedule' in jobs[name] && jobs[name].schedule === 'daily')),
    );
  });

  test('stop waits for a running job and leaves no lock', async () => {
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    await post();
    const running = await startJobs(
      ctx,
      send(async () => {
        started.resolve();
        await goOn.promise;
      }),
    );
    await started.promise;
    const stopped = running.stop();
    goOn.resolve();
    await stopped;
    expect(await countJobs(ctx.db.pool)).toEqual({ waiting: 0, running: 0, failed: 0, givenUp: 0 });
  });

  test('stop aborts a job that uses the signal, and it is retried', async () => {
    const started = Promise.withResolvers<void>();
    await post();
    const running = await startJobs(
      ctx,
      send(async (_payload, signal) => {
        started.resolve();
        await new Promise((_done, fail) => signal.addEventListener('abort', () => fail(new Error('the process is stopping'))));
      }),
    );
    await started.promise;
    await running.stop();
    expect(await countJobs(ctx.db.pool)).toMatchObject({ running: 0, failed: 1 });
  });

  test('stop does not wait until the queue tries again to store its schedule', async () => {
    // The queue's pauses grow to a minute; with this jitter the first one is as long.
    const jitter = vi.spyOn(Math, 'random').mockReturnValue(300);
    const running = await startJobs({ ...ctx, db: { ...ctx.db, sessions: withoutSchedules(ctx.db.pool) } }, quietJobs);
    await expect.poll(() => said.join(''), { interval: 10 }).toContain('Cron hit an error');
    jitter.mockRestore();
    expect(
      await withTimeout(
        20_000,
        running.stop().then(() => 'stopped'),
      ),
    ).toBe('stopped');
  });

  test('lost connections are replaced and jobs go on', async () => {
    const ran: string[] = [];
    const running = await startJobs(
      ctx,
      send(async ({ id }) => void ran.push(id)),
    );
    await post();
    await expect.poll(() => ran, { interval: 10 }).toHaveLength(1);
    await endConnections(ctx);
    await post();
    await expect.poll(() => ran, { interval: 10 }).toHaveLength(2);
    await running.stop();
  });

  test('worker restarts if its first query fails', async () => {
    const ran: string[] = [];
    const pool = failingOnce(ctx.db.pool, /insert into .*_private_tasks/);
    const running = await startJobs(
      { ...ctx, db: { ...ctx.db, sessions: pool } },
      send(async ({ id }) => void ran.push(id)),
    );
    await post();
    await expect.poll(() => ran, { interval: 10 }).toEqual([ID]);
    await running.stop();
    expect(said.join('')).toContain('jobs.worker.stopped');
  });
});

/** Statements about schedules fail. */
function withoutSchedules(pool: pg.Pool): pg.Pool {
  const query = (text: unknown, ...rest: unknown[]) =>
    String(text).includes('_private_known_crontabs')
      ? Promise.reject(new Error('terminating connection due to administrator command'))
      : Reflect.apply(pool.query, pool, [text, ...rest]);
  return new Proxy(pool, {
    get(target, name) {
      const value = name === 'query' ? query : Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The first matching statement fails as if its connection was lost. */
function failingOnce(pool: pg.Pool, statement: RegExp): pg.Pool {
  let failed = false;
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client);
    const spoiled = (asked: { text?: string }, ...rest: unknown[]) => {
      if (failed || !statement.test(asked.text ?? '')) return Reflect.apply(query, client, [asked, ...rest]);
      failed = true;
      return Promise.reject(new Error('terminating connection due to administrator command'));
    };
    return Object.assign(client, { query: spoiled });
  };
  return new Proxy(pool, {
    get(target, name) {
      // The worker requests its listening connection with a callback; that one does not fail.
      if (name === 'connect') return (...given: []) => (given.length > 0 ? target.connect(...given) : connect());
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
