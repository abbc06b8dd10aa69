// The running plans with what was spent of their months.
import { sql } from 'drizzle-orm';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Plan, ServiceNumber } from '#modules/catalogue/shapes.ts';
import { OrderStatus } from '#modules/orders/statuses.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { RunningPlan } from './rules.ts';

type Row = {
  readonly id: string;
  readonly accountId: string;
  readonly currency: CurrencyNumber;
  readonly serviceType: ServiceNumber;
  readonly endsAt: string | null;
  readonly pausedAt: string | null;
  readonly months: readonly { readonly id: string; readonly period: string; readonly price: number; readonly plan: Plan }[];
  readonly spent: readonly { readonly month: string; readonly credits: number; readonly at: string; readonly isOpen: boolean }[];
};

/** More than any shop has; each is one row of the desk's list. */
const MAX_LISTED = 1_000;

export async function listRunningPlans(queries: DbClient) {
  const { rows } = await queries.execute<Row>(sql`
    select s.id, s.account_id as "accountId", s.currency, months.service_type as "serviceType", s.renews_at as "endsAt", s.paused_at as "pausedAt",
      months.list as months, spent.list as spent
    from subscription s
    join lateral (select min(service_type) as service_type,
        json_agg(json_build_object('id', id, 'period', period, 'price', price, 'plan', plan) order by period) as list
      from shop_order where subscription_id = s.id and plan is not null and paid_at is not null and status <> ${OrderStatus.Cancelled}
      having count(*) > 0) months on true
    cross join lateral (select coalesce(json_agg(json_build_object('month', month_id, 'credits', credits, 'at', at,
        'isOpen', o.status in (${OrderStatus.Paid}, ${OrderStatus.InProgress})) order by credit.id), '[]') as list
      from plan_credit credit join shop_order o on o.id = credit.order_id where credit.subscription_id = s.id) spent
    where s.state in ('active', 'paused', 'ending') order by s.id desc limit ${MAX_LISTED}`);
  return rows.map(({ months, spent, endsAt, pausedAt, ...row }) => {
    const open = new Map<string, number>();
    for (const { month, credits, isOpen } of spent) if (isOpen) open.set(month, (open.get(month) ?? 0) + credits);
    return {
      ...row,
      months: months.map(({ period, ...month }) => ({ ...month, period: new Date(period) })),
      entries: spent.map(({ month, credits, at }) => ({ monthId: month, credits, at: new Date(at) })),
      open,
      endsAt: endsAt === null ? null : new Date(endsAt),
      pausedAt: pausedAt === null ? null : new Date(pausedAt),
    } satisfies RunningPlan & object;
  });
}
