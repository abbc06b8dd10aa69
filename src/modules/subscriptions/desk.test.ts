// The desk's list of subscriptions over HTTP.
import { operating } from '../../../tests/support/desk.ts';
import { acted, PRICE, subscribed, unpaid } from '../../../tests/support/pieces.ts';
import { idOf } from '../../../tests/support/sales.ts';
import { describe, expect, test } from '../../../tests/support/shop.ts';

describe('subscriptions at the desk', () => {
  test('lists each with its state, next renewal and monthly revenue; a filter takes its state alone', async ({ shop }) => {
    const late = await unpaid(shop);
    const [active, paused] = [await subscribed(shop), await subscribed(shop)];
    await acted(shop, paused, 'pause');
    const manager = await operating(shop, 'manager');
    const list = async (more: object) => (await manager.call('GET /api/subscriptions', more)).body;
    const [activeId, pausedId, lateId] = await Promise.all([active, paused, late].map(({ email }) => idOf(shop, email)));
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
