// TABLE 6: every call of the desk, by method and path; the rows are in the calls.ts of the desk's folders.
// `may`: the permission that the operator's role needs (src/modules/staff/shapes-roles.ts). A call
// without a handler of its type does not compile.
import type * as z from 'zod/mini';
import { deskCalls } from '#modules/desk/calls.ts';
import { customerRecordCalls } from '#modules/desk/customers/calls.ts';
import { importCalls } from '#modules/desk/imports/calls.ts';
import { invoiceCalls } from '#modules/desk/invoices/calls.ts';
import { noticeCalls } from '#modules/desk/notices/calls.ts';
import { customerCalls, deskOrderCalls, paymentCalls, shopCalls } from '#modules/desk/orders/calls.ts';
import { serviceImportCalls } from '#modules/desk/service-imports/calls.ts';
import { settingCalls } from '#modules/desk/settings/calls.ts';
import { textCalls } from '#modules/desk/texts/calls.ts';
import { deskTicketCalls } from '#modules/desk/tickets/calls.ts';
import { workCalls } from '#modules/desk/work/calls.ts';
import { staffCalls } from '#modules/staff/desk-calls.ts';
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';

export const deskApi = {
  ...staffCalls,
  ...deskCalls,
  ...workCalls,
  ...deskTicketCalls,
  ...deskOrderCalls,
  ...customerCalls,
  ...customerRecordCalls,
  ...importCalls,
  ...serviceImportCalls,
  ...paymentCalls,
  ...invoiceCalls,
  ...noticeCalls,
  ...shopCalls,
  ...textCalls,
  ...settingCalls,
} as const satisfies DeskCallTable;

export type DeskApi = typeof deskApi;
export type DeskCall = keyof DeskApi;
export type DeskInput<C extends DeskCall> = DeskApi[C] extends { input: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
export type DeskSent<C extends DeskCall> = DeskApi[C] extends { input: infer S extends z.ZodMiniType } ? z.input<S> : undefined;
export type DeskOutput<C extends DeskCall> = DeskApi[C] extends { output: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
