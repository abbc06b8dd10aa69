// TABLE 6: every call of the desk. The key is the method and the path at the desk's own origin; `may` is what the operator's role has to allow
// (src/rooms/desk/shapes-roles.ts). A call without `may`, or without a handler of its type, does not compile.
import type * as z from 'zod/mini';
import {
  auditAskShape,
  auditShape,
  changeRoleShape,
  endOperatorShape,
  invitationAskShape,
  invitationShape,
  inviteAgainShape,
  inviteShape,
  joinShape,
  logInShape,
  meShape,
  teamShape,
} from './rooms/desk/shapes.ts';
import {
  creditShape,
  customerAskShape,
  customerShape,
  customerStatementAskShape,
  customersAskShape,
  customersShape,
  lookAskShape,
  lookShape,
  paymentAskShape,
  paymentShape,
  paymentsAskShape,
  paymentsShape,
} from './rooms/desk/shapes-customers.ts';
import { findAskShape, foundShape } from './rooms/desk/shapes-find.ts';
import {
  cancelOrderShape,
  freshLinkAnswerShape,
  freshLinkShape,
  mailAgainShape,
  orderListShape,
  orderWholeShape,
  paperAskShape,
  refundOrderShape,
} from './rooms/desk/shapes-orders.ts';
import type { Act } from './rooms/desk/shapes-roles.ts';
import { couponsShape, deskCatalogueShape, endCouponShape, makeCouponShape, policiesShape } from './rooms/desk/shapes-shop.ts';
import { backAskShape, backShape, deskOrdersAskShape, orderIdShape } from './rooms/orders/shapes-desk.ts';
import { statementShape } from './rooms/wallet/shapes.ts';

type Method = 'GET' | 'POST';
export type DeskCallName = `${Method} /api/${string}`;

export type DeskCallRow = {
  /** open: whoever reaches the desk; operator: whoever is logged in; else whose role may do it. */
  readonly may: 'open' | 'operator' | Act;
  readonly about: string;
  /** The body of a POST, the query of a GET. */
  readonly input?: z.ZodMiniType;
  /** Absent: answered with 204. */
  readonly output?: z.ZodMiniType;
  readonly bodyBytes?: number;
  /** The answer is a file, to be saved and never shown by our origin; or events. */
  readonly answer?: 'bytes' | 'stream';
};

export const deskApi = {
  'POST /api/log-in': { may: 'open', about: 'Begins a session of a working day, kept in a cookie.', input: logInShape },
  'POST /api/log-out': { may: 'operator', about: 'Ends it.' },
  'POST /api/invitation': { may: 'open', about: 'What a link to the desk is for.', input: invitationAskShape, output: invitationShape },
  'POST /api/join': { may: 'open', about: 'Takes up an invitation, and begins a session.', input: joinShape },
  'GET /api/me': { may: 'operator', about: 'Who is logged in, and what they may do.', output: meShape },
  'GET /api/team': { may: 'team.see', about: 'Who works here.', output: teamShape },
  'POST /api/team/invite': { may: 'team.manage', about: 'Invites somebody by mail.', input: inviteShape },
  'POST /api/team/invite-again': {
    may: 'team.manage',
    about: 'Mails a new link, also to who has lost their app; the one before counts no more.',
    input: inviteAgainShape,
  },
  'POST /api/team/role': { may: 'team.manage', about: 'Changes what somebody may do.', input: changeRoleShape },
  'POST /api/team/end': { may: 'team.manage', about: 'Ends somebody’s access at once.', input: endOperatorShape },
  'GET /api/audit': { may: 'audit.see', about: 'Who did what, the newest first.', input: auditAskShape, output: auditShape },
  'GET /api/find': {
    may: 'operator',
    about: 'Anything, by what people write down or read out; as far as the role may see it.',
    input: findAskShape,
    output: foundShape,
  },
  'GET /api/orders': { may: 'orders.see', about: 'Orders, the newest first.', input: deskOrdersAskShape, output: orderListShape },
  'GET /api/order': { may: 'orders.see', about: 'One order and all that became of it.', input: orderIdShape, output: orderWholeShape },
  'GET /api/order/back': {
    may: 'orders.see',
    about: 'What would go back, and where, before it is done.',
    input: backAskShape,
    output: backShape,
  },
  'GET /api/paper': {
    may: 'money.see',
    about: 'An invoice, a receipt or a credit note, as its owner gets it.',
    input: paperAskShape,
    answer: 'bytes',
  },
  'POST /api/order/cancel': {
    may: 'orders.cancel',
    about: 'Cancels an order that is paid or begun, and gives back what was not delivered.',
    input: cancelOrderShape,
  },
  'POST /api/order/refund': { may: 'money.move', about: 'Gives a part of an order back; it goes on.', input: refundOrderShape },
  'POST /api/order/link': {
    may: 'orders.see',
    about: 'A link by which an order can be paid.',
    input: freshLinkShape,
    output: freshLinkAnswerShape,
  },
  'POST /api/order/mail-again': { may: 'mail.resend', about: 'Sends a mail about an order once more.', input: mailAgainShape },
  'GET /api/customers': {
    may: 'customers.see',
    about: 'Customers, by how an address or a name begins.',
    input: customersAskShape,
    output: customersShape,
  },
  'GET /api/customer': { may: 'customers.see', about: 'One customer.', input: customerAskShape, output: customerShape },
  'GET /api/customer/statement': {
    may: 'money.see',
    about: 'What a balance is made of.',
    input: customerStatementAskShape,
    output: statementShape,
  },
  'POST /api/customer/credit': { may: 'money.move', about: 'Gives promotional credit.', input: creditShape },
  'POST /api/customer/look': {
    may: 'customers.see',
    about: 'What the customer sees; told in the log.',
    input: lookAskShape,
    output: lookShape,
  },
  'GET /api/payments': { may: 'money.see', about: 'Payments, the newest first.', input: paymentsAskShape, output: paymentsShape },
  'GET /api/payment': { may: 'money.see', about: 'One payment and what came of it.', input: paymentAskShape, output: paymentShape },
  'POST /api/payment/ask': { may: 'money.see', about: 'Asks the provider now what became of a payment.', input: paymentAskShape },
  'GET /api/coupons': { may: 'coupons.see', about: 'Coupons with their counters.', output: couponsShape },
  'POST /api/coupon/make': { may: 'coupons.edit', about: 'Makes a coupon.', input: makeCouponShape },
  'POST /api/coupon/end': { may: 'coupons.edit', about: 'Ends a coupon now.', input: endCouponShape },
  'GET /api/catalogue': { may: 'catalogue.see', about: 'Offers with their prices and fields.', output: deskCatalogueShape },
  'GET /api/policies': { may: 'catalogue.see', about: 'The policies with their versions.', output: policiesShape },
  'GET /api/events': { may: 'operator', about: 'Tells what has changed, as server-sent events, so that pages ask anew.', answer: 'stream' },
} as const satisfies Record<DeskCallName, DeskCallRow>;

export type DeskApi = typeof deskApi;
export type DeskCall = keyof DeskApi;
export type DeskInput<C extends DeskCall> = DeskApi[C] extends { input: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
export type DeskSent<C extends DeskCall> = DeskApi[C] extends { input: infer S extends z.ZodMiniType } ? z.input<S> : undefined;
export type DeskOutput<C extends DeskCall> = DeskApi[C] extends { output: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
