// Calls for payments.
import { type DeskCallTable, listDownload } from '#modules/staff/shapes-calls.ts';
import {
  paymentRequestShape,
  paymentShape,
  paymentsFileShape,
  paymentsRequestShape,
  paymentsShape,
  webhooksRequestShape,
  webhooksShape,
} from './shapes.ts';

export const paymentCalls = {
  'GET /api/payments': { may: 'money.see', about: 'Lists payments, newest first.', input: paymentsRequestShape, output: paymentsShape },
  'GET /api/payments/table': {
    audit: listDownload,
    may: 'money.see',
    about: 'Returns the matching payments as CSV.',
    input: paymentsFileShape,
    answer: 'bytes',
  },
  'GET /api/payment': {
    may: 'money.see',
    about: 'Returns a payment with its charges, refunds and disputes.',
    input: paymentRequestShape,
    output: paymentShape,
  },
  'POST /api/payment/ask': {
    kind: 'outside',
    audit: { act: 'payment.ask', about: 'payment' },
    may: 'money.see',
    about: 'Polls the provider for the state of a payment.',
    input: paymentRequestShape,
  },
  'GET /api/payment/webhooks': {
    may: 'money.see',
    about: 'Lists webhooks of a payment, or all rejected webhooks, with the responses.',
    input: webhooksRequestShape,
    output: webhooksShape,
  },
} as const satisfies DeskCallTable;
