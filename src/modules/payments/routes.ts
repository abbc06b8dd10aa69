import type { Handlers } from '#platform/http/api-routes.ts';
import type { PaymentsModule } from './actions.ts';
import type { paymentCalls } from './calls.ts';

export const paymentRoutes = (payments: PaymentsModule): Pick<Handlers, keyof typeof paymentCalls> => ({
  'POST /api/payments/begin': ({ caller, input }) => payments.begin(caller.accountId, input.subjectId),
  'POST /api/payments/check': ({ caller, input }) => payments.check(caller.accountId, input.subjectId),
  'GET /api/payment-means': ({ caller }) => payments.listMeans(caller.accountId),
  'POST /api/payment-means/remove': ({ caller, input }) => payments.removeMeans(caller.accountId, input.id),
});
