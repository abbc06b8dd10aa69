// The desk's list of subscriptions over HTTP.
import { randomUUID } from 'node:crypto';
import { operating } from '../../../tests/support/desk.ts';
import { expectAudited, statuses } from '../../../tests/support/money.ts';
import { acted, PRICE, running, subscribed, unpaid } from '../../../tests/support/pieces.ts';
import { findAccountId } from '../../../tests/support/sales.ts';
import { describe, expect, test } from '../../../tests/support/shop.ts';

describe('subscriptions at the desk', () => {
  test('lists each with its state, next renewal and monthly revenue; a filter takes its state alone', async ({ shop }) => {
    const late = await unpaid(shop);
    const [active, paused] = [await subscribed(shop), await subscribed(shop)];
    await acted(shop, paused, 'pause');
    const manager = await operating(shop, 'manager');
    const list = async (more: object) => (await manager.call('GET /api/subscriptions', more)).body;
    const [activeId, pausedId, lateId] = await Promise.all([active, paused, late].map(({ email }) => findAccountId(shop, email)));
    const expected = {
      active: { customerId: activeId, price: PRICE, interval: 'month', mrr: PRICE, failures: 0, nextAt: expect.any(String) },
      paused: { customerId: pausedId, price: PRICE, mrr: 0, failures: 0, nextAt: null },
      past_due: { customerId: lateId, price: PRICE, mrr: PRICE, failures: 1 },
    };
    for (const [state, row] of Object.entries(expected)) {
      const { data } = await list({ state, customerId: row.customerId });
      expect(data).toEqual([expect.objectContaining({ ...row, state })]);
      const others = Object.keys(expected).filter((other) => other !== state);
      for (const other of others) expect((await list({ state: other, customerId: row.customerId })).data).toEqual([]);
    }
  });

  test('pages by the last id', async ({ shop }) => {
    await subscribed(shop);
    await subscribed(shop);
    const manager = await operating(shop, 'manager');
    const all = (await manager.call('GET /api/subscriptions', {})).body.data.map(({ id }) => id);
    const first = (await manager.call('GET /api/subscriptions', { limit: 1 })).body;
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([all.slice(0, 1), true]);
    const rest = (await manager.call('GET /api/subscriptions', { after: all[0] })).body;
    expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([all.slice(1), false]);
  });

  test('report: the monthly revenue, and those that began and ended in the period; what was never paid is neither', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const day = (days: number) => new Date(shop.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const read = async (from: string, to = day(0)) =>
      (await manager.call('GET /api/reports/subscriptions', { from, to, currency: 0 })).body;
    const before = await read(day(0));
    const ada = await subscribed(shop);
    const now = await read(day(0));
    expect(now).toEqual({ ...before, active: before.active + 1, mrr: before.mrr + PRICE, started: before.started + 1 });
    const [{ id = '' } = {}] = await running(shop, ada);
    expect((await manager.call('POST /api/subscriptions/act', { id, do: 'cancel', why: 'They asked.' })).status).toBe(204);
    expect(await read(day(0))).toEqual({ ...now, active: before.active, mrr: before.mrr, ended: now.ended + 1, lost: now.lost + PRICE });
    expect(await read(day(1), day(2))).toMatchObject({ started: 0, ended: 0, running: before.running + before.started - before.ended });
  });

  test('totals: the monthly revenue of all that run, by currency', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const total = async () => (await manager.call('GET /api/subscriptions', {})).body.totals.find(({ currency }) => currency === 0);
    const before = await total();
    const ada = await subscribed(shop);
    expect(await total()).toEqual({ currency: 0, mrr: (before?.mrr ?? 0) + PRICE, count: (before?.count ?? 0) + 1 });
    await acted(shop, ada, 'pause');
    expect((await total()) ?? { mrr: 0, count: 0 }).toMatchObject({ mrr: before?.mrr ?? 0, count: before?.count ?? 0 });
  });

  test('paused, resumed, ended and kept at the desk: the account shows it, each is logged once with its reason', async ({ shop }) => {
    const ada = await subscribed(shop);
    const manager = await operating(shop, 'manager');
    const [{ id = '', renewsAt = null } = {}] = await running(shop, ada);
    for (const [act, state] of [
      ['pause', 'paused'],
      ['resume', 'active'],
      ['end', 'ending'],
      ['keep', 'active'],
    ] as const) {
      for (const _ of [1, 2])
        expect((await manager.call('POST /api/subscriptions/act', { id, do: act, why: `They asked: ${act}` })).status).toBe(204);
      expect(await running(shop, ada)).toMatchObject([{ state }]);
    }
    expect(await running(shop, ada)).toMatchObject([{ renewsAt }]);
    const { body } = await manager.call('GET /api/audit');
    const lines = body.filter(({ act, why }) => act === 'subscription.act' && why?.startsWith('They asked: '));
    expect(lines.map(({ why, after }) => [why, (after as { state: string }).state])).toEqual([
      ['They asked: keep', 'active'],
      ['They asked: end', 'ending'],
      ['They asked: resume', 'active'],
      ['They asked: pause', 'paused'],
    ]);
  });

  test('ended at once while a month is unpaid: the month is cancelled, its client gets an email, nothing is charged', async ({ shop }) => {
    const late = await unpaid(shop);
    const manager = await operating(shop, 'manager');
    const [{ id = '' } = {}] = await running(shop, late);
    expect((await manager.call('POST /api/subscriptions/act', { id, do: 'cancel', why: 'Left us.' })).status).toBe(204);
    expect(await running(shop, late)).toEqual([]);
    expect(await statuses(shop, late)).toEqual([-1, 2]);
    expect((await shop.mail(late.email, /ended/i)).text).toContain('We ended it. Nothing more will be charged.');
    const again = await manager.call('POST /api/subscriptions/act', { id, do: 'resume', why: 'Came back.' });
    expect([again.status, again.body]).toMatchObject([400, { errors: { '': [expect.any(String)] } }]);
    await expectAudited(shop);
  });

  test('an unknown subscription, no reason, or an operator without the right: refused', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const sent = { id: randomUUID(), do: 'pause', why: 'They asked.' };
    expect((await manager.call('POST /api/subscriptions/act', sent)).status).toBe(404);
    expect((await manager.call('POST /api/subscriptions/act', { ...sent, why: '' })).body).toHaveProperty('errors.why');
    expect((await (await operating(shop, 'maker')).call('POST /api/subscriptions/act', sent)).status).toBe(403);
  });

  test('a wrong state or limit is refused on its field', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    for (const [field, value] of [
      ['state', 'late'],
      ['limit', 101],
      ['after', 'x'],
    ] as const) {
      const { status, body } = await manager.call('GET /api/subscriptions', { [field]: value } as object);
      expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([400, [field]]);
    }
  });
});
