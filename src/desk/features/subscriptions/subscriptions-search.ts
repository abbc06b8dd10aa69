// Search parameters of the list of subscriptions.
import { deskSubscriptionStates } from '#modules/subscriptions/rules.ts';
import { deskListQuery } from '../../shared/api/queries.ts';
import { parseOneOf, parseText, searchValidator } from '../../shared/routing/search.ts';

export const subscriptionsSearch = searchValidator({ state: parseOneOf(deskSubscriptionStates), before: parseText });
type SubscriptionsSearch = ReturnType<typeof subscriptionsSearch>;

const PAGE_ROWS = 50;

export const subscriptionsQuery = ({ state, before }: SubscriptionsSearch) =>
  deskListQuery('GET /api/subscriptions', { ...(state ? { state } : {}), ...(before ? { after: before } : {}), limit: PAGE_ROWS });
