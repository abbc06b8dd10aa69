import type { Handlers } from '#platform/http/api-routes.ts';
import { readIdempotencyKey } from '#platform/http/idempotency.ts';
import type { PlansModule } from './actions.ts';
import type { planCalls } from './calls.ts';

export const planRoutes = (plans: PlansModule): Pick<Handlers, keyof typeof planCalls> => ({
  'GET /api/plans': ({ caller, locale }) => plans.list(caller.accountId, locale),
  'POST /api/requests': ({ caller, request, input, locale }) =>
    plans.request({ accountId: caller.accountId, address: request.ip, locale }, input, readIdempotencyKey(request, input)),
  'POST /api/requests/reorder': ({ caller, input }) => plans.reorder(caller.accountId, input),
});
