import type { Handlers } from '#platform/http/api-routes.ts';
import type { SubscriptionsModule } from './actions.ts';

type SubscriptionCall = 'GET /api/orders/subscriptions' | 'POST /api/orders/subscription';

export const subscriptionRoutes = (subscriptions: SubscriptionsModule): Pick<Handlers, SubscriptionCall> => ({
  'GET /api/orders/subscriptions': ({ caller, locale }) => subscriptions.list(caller.accountId, locale),
  'POST /api/orders/subscription': ({ caller, locale, input }) => subscriptions.act(caller.accountId, locale, input),
});
