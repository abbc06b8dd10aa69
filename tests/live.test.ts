// Change notifications are sent after the commit, merged, and never lost, by PostgreSQL and by NATS.
import { randomUUID } from 'node:crypto';
import { test as base, describe, expect } from 'vitest';
import { transaction } from '#platform/database/database.ts';
import { listen } from '#platform/database/pg-listen.ts';
import { ALL_TOPICS } from '#platform/live/change-publisher.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { ALL_CHANNELS, COMMON_CHANNEL } from '#platform/live/channels.ts';
import { openNats } from '#platform/live/nats.ts';
import { createPostgresSubscriber } from '#platform/live/transport.ts';
import { hasNats, openNatsServer } from './support/nats.ts';
import { openTestGround } from './support/test-context.ts';

const GAP = 'something may have been missed';

const testWith = (transport: 'PostgreSQL' | 'NATS') =>
  base
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
    .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
      const server = await openNatsServer();
      if (transport === 'NATS') await server.start();
      onCleanup(server.kill);
      return server;
    })
    .extend('ctx', { scope: 'file' }, async ({ server }, { onCleanup }) => {
      const ctx = await openTestGround(transport === 'NATS' ? { LIVE_URL: server.url } : {});
      onCleanup(() => ctx.drop());
      return ctx;
    })
    .extend('heard', { scope: 'file' }, async ({ ctx: { db, log } }, { onCleanup }) => {
      const lines: string[] = [];
      const listening = await listen(db.pool.options, log);
      onCleanup(listening.stop);
      const subscriber = db.nats ?? createPostgresSubscriber(listening);
      await subscriber.subscribe(ALL_CHANNELS, (payload) => lines.push(...(payload?.split('\n') ?? [GAP])));
      return lines;
    });
const test = testWith('PostgreSQL');
const natsTest = testWith('NATS').skipIf(!hasNats);

const newAccount = () => ofAccount(randomUUID());

describe.for([
  ['PostgreSQL', test],
  ['NATS', natsTest],
] as const)('change notification by %s', ([, test]) => {
  test('is sent after the commit', async ({ ctx: { db }, heard }) => {
    const [hers, his] = [newAccount(), newAccount()];
    await transaction(db, async (tx) => {
      markChanged(tx, hers, 'orders');
      markChanged(db.orm, his, 'orders');
      await expect.poll(() => heard).toContain(`${his} orders`);
      expect(heard).not.toContain(`${hers} orders`);
    });
    await expect.poll(() => heard).toContain(`${hers} orders`);
  });

  test('is dropped if the transaction rolls back', async ({ ctx: { db }, heard }) => {
    const [hers, his] = [newAccount(), newAccount()];
    const failed = transaction(db, async (tx) => {
      markChanged(tx, hers, 'orders');
      throw new Error('an error on the way');
    });
    await expect(failed).rejects.toThrow('an error on the way');
    await transaction(db, async (tx) => markChanged(tx, his, 'orders'));
    await expect.poll(() => heard).toContain(`${his} orders`);
    expect(heard.join()).not.toContain(hers);
  });

  test('several topics of one transaction are sent once, together', async ({ ctx: { db }, heard }) => {
    const hers = newAccount();
    await transaction(db, async (tx) => {
      for (const name of ['orders', 'balance', 'orders'] as const) markChanged(tx, hers, name);
    });
    await expect.poll(() => heard.filter((line) => line.startsWith(hers))).toEqual([`${hers} orders,balance`]);
  });

  test('1,000 accounts are all notified; above 20,000 one notification makes all pages reload', async ({ ctx: { db }, heard }) => {
    const all = Array.from({ length: 1_000 }, newAccount);
    for (const each of all) markChanged(db.orm, each, 'orders');
    await expect.poll(() => all.filter((each) => !heard.includes(`${each} orders`))).toEqual([]);
    for (let each = 0; each < 20_001; each++) markChanged(db.orm, newAccount(), 'orders');
    await expect.poll(() => heard).toContain(ALL_TOPICS);
  });
});

test('listener that fails: called again until it succeeds, without another notification', async ({ ctx: { db, log } }) => {
  let calls = 0;
  const reload = async () => {
    if (++calls < 3) throw new Error('timeout exceeded when trying to connect');
  };
  const { subscribe, stop } = await listen(db.pool.options, log);
  await subscribe(['catalogue'], reload);
  await db.pool.query('notify catalogue');
  await expect.poll(() => calls).toBe(3);
  await stop();
});

natsTest(
  'NATS server that is killed: what was said meanwhile arrives, and listeners learn of the gap',
  async ({ ctx: { db }, server, heard }) => {
    const account = newAccount();
    await server.kill();
    markChanged(db.orm, account, 'orders');
    await server.start();
    await expect.poll(() => heard).toContain(`${account} orders`);
    expect(heard).toContain(GAP);
  },
);

natsTest('NATS server that starts after the shop: the shop connects', async ({ ctx: { log } }) => {
  const server = await openNatsServer();
  const late = await openNats(server.url, log);
  const heard: (string | undefined)[] = [];
  await late.subscribe([COMMON_CHANNEL], (payload) => heard.push(payload));
  await expect(late.publish([{ channel: COMMON_CHANNEL, payload: ALL_TOPICS }])).rejects.toThrow('NATS is away');
  await server.start();
  await expect.poll(() => heard).toEqual([undefined]);
  await late.publish([{ channel: COMMON_CHANNEL, payload: ALL_TOPICS }]);
  await expect.poll(() => heard).toEqual([undefined, ALL_TOPICS]);
  await late.stop();
  await server.kill();
});
