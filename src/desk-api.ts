// TABLE 6: every call of the desk, by method and path; the rows are in the modules' desk-calls.ts, or in the
// calls.ts of their folders.
// `may`: the permission that the operator's role needs (src/modules/staff/shapes-roles.ts). A call without a
// handler of its type does not compile.
import type * as z from 'zod/mini';
import { automationCalls } from '#modules/automations/desk-calls.ts';
import { catalogueDeskCalls } from '#modules/catalogue/desk-calls.ts';
import { clientCalls } from '#modules/clients/desk-calls.ts';
import { importCalls } from '#modules/clients/imports/calls.ts';
import { connectionCalls } from '#modules/connections/desk-calls.ts';
import { couponDeskCalls } from '#modules/coupons/desk-calls.ts';
import { failureCalls } from '#modules/failures/desk-calls.ts';
import { workCalls } from '#modules/fulfilment/desk/calls.ts';
import { forCustomerCalls } from '#modules/fulfilment/for-customer/calls.ts';
import { peopleCalls } from '#modules/fulfilment/people/calls.ts';
import { invoiceCalls } from '#modules/invoicing/desk-calls.ts';
import { deskKeyCalls } from '#modules/keys/desk-calls.ts';
import { movingCalls } from '#modules/moving/desk-calls.ts';
import { noticeCalls } from '#modules/notices/desk-calls.ts';
import { deskOrderCalls } from '#modules/orders/desk/calls.ts';
import { paymentCalls } from '#modules/payments/desk/calls.ts';
import { deskPlanCalls } from '#modules/plans/desk-calls.ts';
import { quoteCalls } from '#modules/quotes/desk-calls.ts';
import { reportCalls } from '#modules/reports/desk-calls.ts';
import { salesCalls } from '#modules/sales/desk-calls.ts';
import { frameCalls } from '#modules/search/desk-calls.ts';
import { textCalls } from '#modules/settings/content/desk-calls.ts';
import { settingCalls } from '#modules/settings/desk-calls.ts';
import { setUpCalls } from '#modules/settings/setup/calls.ts';
import { staffCalls } from '#modules/staff/desk-calls.ts';
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { deskSubscriptionCalls } from '#modules/subscriptions/desk-calls.ts';
import { deskTicketCalls } from '#modules/support/desk/calls.ts';
import { depositCalls } from '#modules/wallet/desk-calls.ts';
import { deskWebhookCalls } from '#modules/webhooks/desk-calls.ts';

export const deskApi = {
  ...staffCalls,
  ...frameCalls,
  ...reportCalls,
  ...failureCalls,
  ...setUpCalls,
  ...workCalls,
  ...forCustomerCalls,
  ...peopleCalls,
  ...deskTicketCalls,
  ...deskOrderCalls,
  ...clientCalls,
  ...importCalls,
  ...movingCalls,
  ...paymentCalls,
  ...depositCalls,
  ...invoiceCalls,
  ...salesCalls,
  ...quoteCalls,
  ...deskSubscriptionCalls,
  ...deskPlanCalls,
  ...noticeCalls,
  ...automationCalls,
  ...deskKeyCalls,
  ...deskWebhookCalls,
  ...couponDeskCalls,
  ...catalogueDeskCalls,
  ...textCalls,
  ...settingCalls,
  ...connectionCalls,
} as const satisfies DeskCallTable;

export type DeskApi = typeof deskApi;
export type DeskCall = keyof DeskApi;
export type DeskInput<C extends DeskCall> = DeskApi[C] extends { input: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
export type DeskSent<C extends DeskCall> = DeskApi[C] extends { input: infer S extends z.ZodMiniType } ? z.input<S> : undefined;
export type DeskOutput<C extends DeskCall> = DeskApi[C] extends { output: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
