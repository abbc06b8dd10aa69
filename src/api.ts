// TABLE 1: every call of the storefront's API, by method and path; the rows are in the modules' calls.ts. The
// browser's client imports only its types.
// A call without a handler of its type does not compile. The OpenAPI document has the order of this table.
import type * as z from 'zod/mini';
import type { CallTable } from '#lib/calls.ts';
import { accountCalls, brandKitCalls, liveUpdateCalls } from '#modules/accounts/calls.ts';
import { passkeyCalls } from '#modules/accounts/passkeys/calls.ts';
import { teamCalls } from '#modules/accounts/team/calls.ts';
import { apiCalls } from '#modules/api-v1/calls.ts';
import type { ApiCallTable } from '#modules/api-v1/shapes-calls.ts';
import { catalogueCalls } from '#modules/catalogue/calls.ts';
import { couponCalls } from '#modules/coupons/calls.ts';
import { fileCalls } from '#modules/files/calls.ts';
import { fulfilmentCalls } from '#modules/fulfilment/calls.ts';
import { shareCalls } from '#modules/fulfilment/share/calls.ts';
import { invoicingCalls } from '#modules/invoicing/calls.ts';
import { keyCalls } from '#modules/keys/calls.ts';
import { historyCalls } from '#modules/moving/calls.ts';
import { checkoutCalls, orderCalls } from '#modules/orders/calls.ts';
import { paymentCalls } from '#modules/payments/calls.ts';
import { planCalls } from '#modules/plans/calls.ts';
import { visitCalls } from '#modules/reports/calls.ts';
import { accountStatementCalls } from '#modules/sales/calls.ts';
import { subscriptionCalls } from '#modules/subscriptions/calls.ts';
import { supportCalls } from '#modules/support/calls.ts';
import { balanceCalls, depositCalls } from '#modules/wallet/calls.ts';
import { withdrawalCalls } from '#modules/withdrawals/calls.ts';

export const api = {
  ...accountCalls,
  ...passkeyCalls,
  ...teamCalls,
  ...brandKitCalls,
  ...catalogueCalls,
  ...couponCalls,
  ...checkoutCalls,
  ...fulfilmentCalls,
  ...shareCalls,
  ...orderCalls,
  ...withdrawalCalls,
  ...subscriptionCalls,
  ...planCalls,
  ...balanceCalls,
  ...paymentCalls,
  ...fileCalls,
  ...depositCalls,
  ...invoicingCalls,
  ...historyCalls,
  ...keyCalls,
  ...accountStatementCalls,
  ...liveUpdateCalls,
  ...supportCalls,
  ...visitCalls,
} as const satisfies CallTable;

/** The calls of API v1, which programs make with a key. */
export const apiV1 = { ...apiCalls } as const satisfies ApiCallTable;

export type Api = typeof api;
export type Call = keyof Api;
export type Input<C extends Call> = Api[C] extends { input: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
export type Sent<C extends Call> = Api[C] extends { input: infer S extends z.ZodMiniType } ? z.input<S> : undefined;
export type Output<C extends Call> = Api[C] extends { output: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
