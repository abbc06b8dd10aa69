// Routes for payments at the desk.
import { type DeskHandlers, downloadList } from '#modules/staff/actions.ts';
import type { paymentCalls } from './calls.ts';
import { createPaymentsFile, getPaymentDetails, listPayments, listWebhooks, type PaymentDeskDeps, pollPayment } from './payments.ts';

export const paymentDeskRoutes = (deps: PaymentDeskDeps): Pick<DeskHandlers, keyof typeof paymentCalls> => ({
  'GET /api/payments': ({ input: { state, provider, day, zone, before, limit } }) =>
    listPayments(deps, { state, provider, day, zone, before, limit }),
  'GET /api/payments/table': ({ input, session }) =>
    downloadList(deps.ctx, session, { list: 'payments', filter: input }, (filter) => createPaymentsFile(deps, filter)),
  'GET /api/payment': ({ input }) => getPaymentDetails(deps, input.id),
  'POST /api/payment/ask': ({ input }) => pollPayment(deps, input.id),
  'GET /api/payment/webhooks': ({ input }) => listWebhooks(deps, input),
});
