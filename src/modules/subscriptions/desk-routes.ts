// The desk's list of subscriptions.
import { isoOrNull } from '#lib/time/date.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { deskSubscriptionCalls } from './desk-calls.ts';
import { pageSubscriptions } from './queries.ts';
import { monthlyRevenue } from './rules.ts';

export const deskSubscriptionRoutes = ({ db }: AppContext): Pick<DeskHandlers, keyof typeof deskSubscriptionCalls> => ({
  async 'GET /api/subscriptions'({ input }) {
    const rows = await pageSubscriptions(db.orm, input);
    const data = rows.slice(0, input.limit).map(({ id, accountId, offerId, price, currency, state, renewsAt, isActive }) => {
      const nextAt = isActive ? isoOrNull(renewsAt) : null;
      const interval = 'month' as const;
      const failures = state === 'past_due' ? 1 : 0;
      return { id, customerId: accountId, offerId, price, currency, interval, state, nextAt, mrr: monthlyRevenue(state, price), failures };
    });
    return { data, has_more: rows.length > input.limit };
  },
});
