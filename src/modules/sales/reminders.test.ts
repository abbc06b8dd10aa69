// Reminders of invoices that are overdue: on the owner's schedule, each once.

import { openDb, transaction } from '#platform/database/database.ts';
import { operating, WHY } from '../../../tests/support/desk.ts';
import { buyer, cancel, expectAudited } from '../../../tests/support/money.ts';
import { listEventTypes } from '../../../tests/support/rows/automations.ts';
import { claimsToRemindNaively } from '../../../tests/support/rows/claims.ts';
import { waitingForLock } from '../../../tests/support/rows/database.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { outboxCount } from '../../../tests/support/rows/support.ts';
import { createSale, findClaim, PRICE } from '../../../tests/support/sales.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { collectEvents } from '../events/actions.ts';
import type { SettingTexts } from '../settings/shapes.ts';
import { settleClaim } from '../wallet/claims.ts';
import { sendReminders } from './reminders.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

const words = (text: string) => ({ en: text, es: `${text} (es)`, jp: `${text} (jp)` });
const schedule = [3, 10, 20].map((days, place) => ({ days, title: words(`Reminder ${place + 1}`), text: words(`Please pay, ${days}.`) }));

async function turnOn(shop: Shop): Promise<void> {
  const owner = await operating(shop, 'owner');
  const name = 'reminders';
  const { text, number } = (await owner.call('GET /api/setting', { name })).body;
  if ((text as SettingTexts['reminders']).send) return;
  const draft = { name, text: { send: true, reminders: schedule }, from: number, why: WHY };
  expect((await owner.call('POST /api/setting/save', draft)).body).toMatchObject({ saved: true });
}

/** An invoice that is due on the day after it was issued. */
async function invoiced(shop: Shop, more: object = {}) {
  const manager = await operating(shop, 'manager');
  const { email } = await buyer(shop);
  const { body } = await createSale(manager, { client: { email }, termsDays: 1, ...more });
  return { ...body, email, manager };
}

const afterDays = async (shop: Shop, days: number) => {
  shop.clock.turn({ days });
  await letRun(shop, 'sales.sendReminders');
};
const count = (shop: Shop, email: string) => outboxCount(shop, 'invoice-reminder', email);
const never = new AbortController().signal;

describe('reminder', () => {
  test('off until the owner turns it on', async ({ shop }) => {
    const { email } = await invoiced(shop);
    await afterDays(shop, 40);
    expect(await count(shop, email)).toBe(0);
  });

  test('goes out on the days of the schedule, each once, with the open amount and a link; the desk sees when', async ({ shop }) => {
    await turnOn(shop);
    const { email, purchaseId, manager } = await invoiced(shop);
    await manager.call('POST /api/claims/settle', { purchaseId, amount: 10_000, paidBy: 'bank', reason: WHY });
    const claim = await findClaim(manager, purchaseId);
    const counts: number[] = [];
    for (const days of [1, 2, 1, 0, 6, 1, 9, 1, 30]) {
      await afterDays(shop, days);
      counts.push(await count(shop, email));
    }
    expect(counts).toEqual([0, 0, 1, 1, 1, 2, 2, 3, 3]);
    const mail = await shop.mail(email, /^Reminder 1: invoice INV-/);
    for (const text of ['Please pay, 3.', '€400.00', claim?.reference ?? '-', '/invoice?code=']) expect(mail.text).toContain(text);
    const { reminders } = (await findClaim(await operating(shop, 'manager'), purchaseId)) ?? {};
    expect(reminders).toMatchObject([1, 2, 3].map((level) => ({ level, open: 40_000 })));
  });

  test('turned on when an invoice is long overdue: the first one goes out, then one after the other', async ({ shop }) => {
    await turnOn(shop);
    const { email } = await invoiced(shop);
    await afterDays(shop, 60);
    await letRun(shop, 'sales.sendReminders');
    expect(await count(shop, email)).toBe(1);
    await afterDays(shop, 6);
    expect(await count(shop, email)).toBe(1);
    await afterDays(shop, 1);
    expect(await count(shop, email)).toBe(2);
  });

  test('none of what is settled or cancelled', async ({ shop }) => {
    await turnOn(shop);
    const [settled, cancelled] = [await invoiced(shop), await invoiced(shop)];
    const { manager } = settled;
    await manager.call('POST /api/claims/settle', { purchaseId: settled.purchaseId, amount: PRICE, paidBy: 'bank', reason: WHY });
    expect((await cancel(manager, cancelled.orderIds[0] ?? '', { back: PRICE })).status).toBe(204);
    await afterDays(shop, 10);
    expect([await count(shop, settled.email), await count(shop, cancelled.email)]).toEqual([0, 0]);
  });

  test('two nodes at once mail it once', async ({ shop }) => {
    await turnOn(shop);
    const { email } = await invoiced(shop);
    shop.clock.turn({ days: 4 });
    const reminders = () => ({ send: true, reminders: schedule });
    const nodes = Array.from({ length: 4 }, () => openDb(shop.connection, { poolSize: 2, log: shop.ctx.log }));
    await Promise.all(
      nodes.map(async (db) => {
        await sendReminders({ ctx: { ...shop.ctx, db }, links: { find: async () => null }, reminders }, never);
        await db.pool.end();
      }),
    );
    expect(await count(shop, email)).toBe(1);
  });

  test('naive version: two nodes that read what is due before either writes mail it twice, also if it is settled by then', async ({
    shop,
  }) => {
    const { purchaseId, manager } = await invoiced(shop);
    const found = await Promise.all([claimsToRemindNaively(shop), claimsToRemindNaively(shop)]);
    await manager.call('POST /api/claims/settle', { purchaseId, amount: PRICE, paidBy: 'bank', reason: WHY });
    expect(found.map((ids) => ids.includes(purchaseId))).toEqual([true, true]);
  });

  test('settled while the job waits for the claim: none', async ({ shop }) => {
    await turnOn(shop);
    const { email, purchaseId, manager } = await invoiced(shop);
    shop.clock.turn({ days: 4 });
    let job: Promise<void> | undefined;
    await transaction(shop.ctx.db, async (tx) => {
      await settleClaim(shop.ctx, tx, manager, { purchaseId, amount: PRICE, paidBy: 'bank' });
      job = sendReminders(
        { ctx: shop.ctx, links: { find: async () => null }, reminders: () => ({ send: true, reminders: schedule }) },
        never,
      );
      await expect.poll(() => waitingForLock(shop)).toBeGreaterThan(0);
    });
    await job;
    expect(await count(shop, email)).toBe(0);
  });
});

test('an invoice that is overdue is an event, once; one that is settled in time is none', async ({ shop }) => {
  const [late, paid] = [await invoiced(shop), await invoiced(shop)];
  await paid.manager.call('POST /api/claims/settle', { purchaseId: paid.purchaseId, amount: PRICE, paidBy: 'bank', reason: WHY });
  const overdue = async ({ email }: { readonly email: string }) =>
    (await listEventTypes(shop, email)).filter((type) => type === 'invoice.overdue').length;
  const counts: number[] = [];
  for (const days of [0, 1, 1, 0]) {
    shop.clock.turn({ days });
    await collectEvents(shop.ctx, never);
    counts.push(await overdue(late));
  }
  expect([counts, await overdue(paid)]).toEqual([[0, 0, 1, 1], 0]);
});

test('open invoices in pages: each once, those due first', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  for (const termsDays of [30, 3, 3, 10]) await createSale(manager, { termsDays });
  const all = (await manager.call('GET /api/claims', { limit: 200 })).body;
  const pages: string[] = [];
  for (let after: string | undefined; ; ) {
    const { claims, has_more: hasMore } = (await manager.call('GET /api/claims', { limit: 2, ...(after ? { after } : {}) })).body;
    pages.push(...claims.map(({ purchaseId }) => purchaseId));
    after = claims.at(-1)?.purchaseId;
    if (!hasMore) break;
  }
  expect(all.has_more).toBe(false);
  expect(pages).toEqual(all.claims.map(({ purchaseId }) => purchaseId));
  expect((await manager.call('GET /api/claims', { limit: 201 })).status).toBe(400);
});
