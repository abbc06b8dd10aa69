// Plans as naive code would handle them: it decides by what it read, without the subscription's lock.
import { listCredits, listPlanMonths } from '#modules/orders/months/queries.ts';
import { listLots, spendLots } from '#modules/orders/months/rules.ts';
import type { Shop } from '../shop.ts';

type OfPlan = { readonly subscriptionId: string; readonly orderId: string };

/** Reads what is left; the returned function spends it for a request. */
export async function prepareNaiveSpending({ ctx, sql }: Shop, { subscriptionId, orderId }: OfPlan, credits: number) {
  const { orm } = ctx.db;
  const lots = listLots(await listPlanMonths(orm, subscriptionId), await listCredits(orm, subscriptionId));
  const spent = spendLots(lots, credits);
  return async () => {
    for (const lot of spent ?? [])
      await sql(
        `insert into plan_credit select gen_random_uuid(), account_id, subscription_id, $1, order_id, $2, now() from plan_request where order_id = $3`,
        [lot.monthId, lot.credits, orderId],
      );
    await sql('update plan_request set credits = credits + $1 where order_id = $2', [credits, orderId]);
  };
}

/** Reads whether the next request may begin; the returned function begins it. */
export async function prepareNaiveBeginning({ sql }: Shop, { subscriptionId, orderId }: OfPlan, most: number) {
  const [{ active = 0 } = {}] = await sql<{ active: number }>(
    `select count(*)::int as active from plan_request r join shop_order o on o.id = r.order_id
      where r.subscription_id = $1 and r.begun_at is not null and o.status in (2, 3)`,
    [subscriptionId],
  );
  const [{ state = '' } = {}] = await sql<{ state: string }>('select state from subscription where id = $1', [subscriptionId]);
  return async () => {
    if (active >= most || state !== 'active') return;
    await sql('update plan_request set begun_at = now() where order_id = $1', [orderId]);
    await sql(
      `update order_piece set may_begin_at = o.paid_at, due_at = o.paid_at + interval '2 days' from shop_order o where o.id = order_id and order_id = $1`,
      [orderId],
    );
  };
}

export const begunRequests = async ({ sql }: Shop, subscriptionId: string): Promise<string[]> =>
  (
    await sql<{ order_id: string }>('select order_id from plan_request where subscription_id = $1 and begun_at is not null', [
      subscriptionId,
    ])
  ).map(({ order_id: id }) => id);

/** Reads the places; the returned functions give the first and the second of two requests another one. */
export async function prepareNaiveSorting({ sql }: Shop, subscriptionId: string, orderIds: readonly string[]) {
  const places = await sql<{ position: number }>(
    'select position from plan_request where subscription_id = $1 and begun_at is null order by position',
    [subscriptionId],
  );
  return orderIds.map((id, index) => () => sql('update plan_request set position = $1 where order_id = $2', [places[index]?.position, id]));
}
