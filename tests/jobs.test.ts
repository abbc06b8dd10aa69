// The job queue: no job is lost with a process, logs hold no payloads, and failed jobs wait for a person.

import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transaction } from '#platform/database/database.ts';
import { countJobs, listGivenUpJobs, retryJobs } from '#platform/jobs/admin.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { maintainQueue } from '#platform/jobs/maintenance.ts';
import { startJobs } from '#platform/jobs/run.ts';
import { type JobHandlers, jobs, PermanentJobError } from '../src/jobs.ts';
import { addJob, allowOneAttempt, deleteJobs, giveUpJobs, lockJobs, lockQueues, queuedJobs } from './support/rows/jobs.ts';
import { openTestGround, quietJobs, runDueJobs, type TestGround } from './support/test-context.ts';

const ID = '5f0c2c1e-4a64-4d3c-9a0e-0d8c1f1f7a11';

/** The jobs that a worker runs at once. */
const SLOTS = 5;

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
  // The time of the database, whose clock cannot be turned.
  ctx.clock.set(new Date());
  await deleteJobs(ctx);
});

const send = (handler: JobHandlers['mail.send']): JobHandlers => ({ ...quietJobs, 'mail.send': handler });
const failing = (cause: unknown) =>
  send(async () => {
    throw cause;
  });
const post = (id = ID) => transaction(ctx.db, (tx) => enqueue(tx, 'mail.send', { id }));

describe('job', () => {
  test('is not queued if its transaction rolls back', async () => {
    const undone = transaction(ctx.db, async (tx) => {
      await enqueue(tx, 'mail.send', { id: ID });
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect(await countJobs(ctx.db.pool)).toEqual({ waiting: 0, running: 0, failed: 0, givenUp: 0 });
  });

  test('runs after the commit with its parsed payload', async () => {
    const ran = Promise.withResolvers<unknown>();
    const running = await startJobs(
      ctx,
      send(async (payload) => ran.resolve(payload)),
    );
    await addJob(ctx, 'mail.send', { id: ID, more: 'unknown' });
    expect(await ran.promise).toEqual({ id: ID });
    await running.stop();
    expect(await countJobs(ctx.db.pool)).toMatchObject({ waiting: 0, running: 0 });
  });

  test('a scheduled job that is still running: later runs wait for it, and mails do not', async () => {
    const sent = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    for (let run = 0; run < SLOTS; run++) await enqueue(ctx.db.orm, 'invoicing.issue', {});
    await post();
    const issue = vi.fn(() => goOn.promise);
    const running = await startJobs(ctx, { ...send(async () => sent.resolve()), 'invoicing.issue': issue });
    await sent.promise;
    expect(issue).toHaveBeenCalledTimes(1);
    // The next run may begin before the queue has stopped.
    const stopped = running.stop();
    goOn.resolve();
    await stopped;
    expect(await countJobs(ctx.db.pool)).toMatchObject({ waiting: SLOTS - issue.mock.calls.length, running: 0 });
  });

  test('an extra run of automatic pieces: waits for the scheduled one', async () => {
    for (const name of ['fulfilment.makePieces', 'fulfilment.makePiecesSoon'] as const) await enqueue(ctx.db.orm, name, {});
    const ran: string[] = [];
    const record = (name: string) => async () => {
      ran.push(`${name} begins`);
      for (let look = 0; look < 20; look++) await countJobs(ctx.db.pool);
      ran.push(`${name} ends`);
    };
    await runDueJobs(ctx, { ...quietJobs, 'fulfilment.makePieces': record('first'), 'fulfilment.makePiecesSoon': record('second') });
    expect(ran).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  test('scheduled jobs that were given up: the next run that succeeds clears them, and no other job', async () => {
    await enqueue(ctx.db.orm, 'fulfilment.makePieces', {});
    await enqueue(ctx.db.orm, 'fulfilment.makePiecesSoon', {});
    await post();
    await giveUpJobs(ctx);
    await enqueue(ctx.db.orm, 'fulfilment.makePieces', {});
    await runDueJobs(ctx, quietJobs);
    expect((await listGivenUpJobs(ctx.db.pool, 10)).map(({ task }) => task)).toEqual(['mail.send']);
  });

  test('two waiting jobs with the same key become one', async () => {
    const twice = () => transaction(ctx.db, (tx) => enqueue(tx, 'mail.send', { id: ID }, { key: 'one' }));
    await twice();
    await twice();
    expect(await countJobs(ctx.db.pool)).toMatchObject({ waiting: 1 });
  });

  test('a key of a job that was given up: the new job takes its place, so that nothing counts as given up', async () => {
    const again = () => transaction(ctx.db, (tx) => enqueue(tx, 'mail.send', { id: ID }, { key: 'one' }));
    await again();
    await giveUpJobs(ctx);
    expect(await countJobs(ctx.db.pool)).toMatchObject({ waiting: 0, givenUp: 1 });
    await Promise.all([again(), again(), again()]);
    expect(await countJobs(ctx.db.pool)).toEqual({ waiting: 1, running: 0, failed: 0, givenUp: 0 });
  });

  test('with a delay runs only after it', async () => {
    const ran: string[] = [];
    const handlers = send(async ({ id }) => void ran.push(id));
    await transaction(ctx.db, (tx) => enqueue(tx, 'mail.send', { id: ID }, { delayMs: 3_600_000 }));
    await runDueJobs(ctx, handlers);
    expect(ran).toEqual([]);
    // The queue counts by the database's clock, which is a little ahead of this one.
    ctx.clock.turn({ hours: 1, minutes: 5 });
    await runDueJobs(ctx, handlers);
    expect(ran).toEqual([ID]);
  });
});

describe('failing job', () => {
  test.each<[string, unknown]>([
    ['no object', 'text'],
    ['a missing field', {}],
    ['a field of another type', { id: 7 }],
    ['an invalid id', { id: 'secret-token' }],
  ])('wrong payload (%s): fails for good at once, and the payload is not logged', async (_, payload) => {
    const handler = vi.fn(async () => undefined);
    await addJob(ctx, 'mail.send', payload);
    await runDueJobs(ctx, send(handler));
    expect(handler).not.toHaveBeenCalled();
    expect(await listGivenUpJobs(ctx.db.pool, 10)).toMatchObject([
      { task: 'mail.send', attempts: 1, lastError: expect.stringMatching(/^the payload is wrong/) },
    ]);
    expect(said.join('')).not.toContain('secret-token');
  });

  test('is retried within the time and as often as the table says, then given up', async () => {
    const handlers = failing(new Error('still broken'));
    await post();
    for (let tries = 1; tries < jobs['mail.send'].attempts; tries++) {
      await runDueJobs(ctx, handlers);
      ctx.clock.turn({ minutes: jobs['mail.send'].maxRetryMinutes });
    }
    expect(await countJobs(ctx.db.pool)).toMatchObject({ failed: 1, givenUp: 0 });
    await runDueJobs(ctx, handlers);
    expect(await listGivenUpJobs(ctx.db.pool, 10)).toMatchObject([{ attempts: jobs['mail.send'].attempts, lastError: 'still broken' }]);
  });

  test('logs one line with its location, without payload or email address', async () => {
    await post();
    await runDueJobs(ctx, failing(new Error('550 no <anna@shop.example>\nDATA anna@shop.example')));
    const told = said.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'job failed');
    expect(told).toMatchObject([
      { task: 'mail.send', attempt: 1, cause: '550 no <(address)>', at: expect.arrayContaining([expect.stringContaining('jobs.test.ts')]) },
    ]);
    expect(said.join('')).not.toMatch(new RegExp(`anna|${ID}`));
    expect((await queuedJobs(ctx)).map(({ lastError }) => lastError)).toEqual(['550 no <(address)>']);
  });
});

describe('job that was given up', () => {
  test('retry runs it again with all its attempts', async () => {
    await post();
    await runDueJobs(ctx, failing(new PermanentJobError('refused for good')));
    const [job] = await listGivenUpJobs(ctx.db.pool, 10);
    expect(Object.keys(job ?? {})).not.toContain('payload');
    expect(await retryJobs(ctx.db.orm, { id: job?.id ?? '' })).toHaveLength(1);
    expect(await queuedJobs(ctx)).toMatchObject([{ attempts: 0, maxAttempts: jobs['mail.send'].attempts }]);
    await runDueJobs(ctx, quietJobs);
    expect(await countJobs(ctx.db.pool)).toEqual({ waiting: 0, running: 0, failed: 0, givenUp: 0 });
  });

  test.each(['0', '999999', '-1', '1; drop table mail_outbox', '', '9'.repeat(40)])(
    'retry of an unknown id %j does nothing',
    async (id) => {
      expect(await retryJobs(ctx.db.orm, { id: id })).toEqual([]);
    },
  );

  test('retry does not change a waiting job', async () => {
    await post();
    const [job] = await queuedJobs(ctx);
    expect(await retryJobs(ctx.db.orm, { id: job?.id ?? '' })).toEqual([]);
  });
});

describe('jobs of a dead process', () => {
  const lock = (by: string, secondsAgo: number) => lockJobs(ctx, { by, secondsAgo });

  test('are released after a minute', async () => {
    const ran: string[] = [];
    await post();
    await lock('pool-dead', 61);
    expect(await maintainQueue(ctx.db.pool, 'pool-alive')).toEqual({ freed: 1 });
    await runDueJobs(
      ctx,
      send(async ({ id }) => void ran.push(id)),
    );
    expect(ran).toEqual([ID]);
  });

  test('are not released while the process is alive, even for a long job', async () => {
    await post();
    await lock('pool-other', 50);
    expect(await maintainQueue(ctx.db.pool, 'pool-alive')).toEqual({ freed: 0 });
    await lock('pool-alive', 3_000);
    expect(await maintainQueue(ctx.db.pool, 'pool-alive')).toEqual({ freed: 0 });
    expect(await countJobs(ctx.db.pool)).toMatchObject({ running: 1 });
  });

  test('queue of a dead process: is released, so that the next job in it runs', async () => {
    const issue = vi.fn(async () => undefined);
    await enqueue(ctx.db.orm, 'invoicing.issue', {});
    await lockQueues(ctx, { by: 'pool-dead', secondsAgo: 61 });
    await maintainQueue(ctx.db.pool, 'pool-alive');
    await runDueJobs(ctx, { ...quietJobs, 'invoicing.issue': issue });
    expect(issue).toHaveBeenCalledTimes(1);
  });

  test('queue of a living process: stays locked, even for a long job', async () => {
    const issue = vi.fn(async () => undefined);
    await enqueue(ctx.db.orm, 'invoicing.issue', {});
    await lockQueues(ctx, { by: 'pool-alive', secondsAgo: 3_000 });
    await maintainQueue(ctx.db.pool, 'pool-alive');
    await runDueJobs(ctx, { ...quietJobs, 'invoicing.issue': issue });
    expect(issue).not.toHaveBeenCalled();
  });

  test('are listed with a reason if it was the last attempt', async () => {
    await post();
    await allowOneAttempt(ctx);
    await lock('pool-dead', 61);
    await maintainQueue(ctx.db.pool, 'pool-alive');
    expect(await listGivenUpJobs(ctx.db.pool, 10)).toMatchObject([{ lastError: 'the process ended while it ran' }]);
  });
});
