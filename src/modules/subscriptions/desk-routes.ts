// The desk's subscriptions: their list, and what operators do with them for a client.
import { toIsoOrNull } from '#lib/time/date.ts';
import { findCustomersByIds } from '#modules/accounts/actions.ts';
import { getServiceName } from '#modules/catalogue/rules.ts';
import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { SubscriptionsModule } from './actions.ts';
import type { deskSubscriptionCalls } from './desk-calls.ts';
import { askForPrice, type PriceDeps } from './prices.ts';
import { listSubscriptionPage, sumRevenue } from './queries.ts';
import { getMonthlyRevenue, listDeskActs } from './rules.ts';
import type { DeskSubscriptionsRequest } from './shapes.ts';

type DeskDeps = PriceDeps & Pick<CheckoutDeps, 'catalogue'> & { readonly subscriptions: SubscriptionsModule };

export const deskSubscriptionRoutes = (deps: DeskDeps): Pick<DeskHandlers, keyof typeof deskSubscriptionCalls> => ({
  'GET /api/subscriptions': ({ input }) => listForDesk(deps, input),
  async 'POST /api/subscriptions/act'(tx, { input }) {
    const done = await deps.subscriptions.actAtDesk(tx, input);
    if (!done) return { entries: [] };
    const { accountId: id, ...change } = done;
    return { entries: [{ id, ...change }] };
  },
  async 'POST /api/subscriptions/price'(tx, { session, input }) {
    const { accountId: id, ...change } = await askForPrice(deps, tx, session.operator.id, input);
    return { entries: [{ id, ...change }] };
  },
});

async function listForDesk({ ctx, catalogue }: DeskDeps, input: DeskSubscriptionsRequest) {
  const { orm } = ctx.db;
  const [rows, totals] = await Promise.all([listSubscriptionPage(orm, input), sumRevenue(orm)]);
  const page = rows.slice(0, input.limit);
  const people = await findCustomersByIds(ctx, [...new Set(page.map(({ accountId }) => accountId))]);
  const { offers } = catalogue.current();
  const data = page.map(({ accountId, state, move, renewsAt, ...row }) => ({
    ...row,
    customerId: accountId,
    customer: people.get(accountId) ?? null,
    name: getServiceName(catalogue.current(), offers.find(({ id }) => id === row.offerId)?.serviceType ?? -1, 'en') || row.offerId,
    interval: 'month' as const,
    state,
    nextAt: move === 'active' ? toIsoOrNull(renewsAt) : null,
    mrr: getMonthlyRevenue(state, row.price),
    failures: state === 'past_due' ? Math.max(row.failures, 1) : 0,
    acts: listDeskActs(move),
  }));
  return { data, has_more: rows.length > input.limit, totals };
}
