import type { Handlers } from '#platform/http/api-routes.ts';
import type { PaymentsModule } from './actions.ts';

export const paymentRoutes = (payments: PaymentsModule): Pick<Handlers, 'POST /api/payments/begin' | 'POST /api/payments/check'> => ({
  'POST /api/payments/begin': ({ caller, input }) => payments.begin(caller.accountId, input.subjectId),
  'POST /api/payments/check': ({ caller, input }) => payments.check(caller.accountId, input.subjectId),
});
