// TABLE 6: every call of the desk, by method and path. `may`: the permission that the operator's role needs (src/modules/desk/staff/shapes-roles.ts). A call
// without `may` or without a handler of its type does not compile.
import type * as z from 'zod/mini';
import { passkeyOptionsShape, passkeysShape } from './lib/people/passkey.ts';
import {
  addPasskeyShape,
  confirmedShape,
  confirmOptionsShape,
  confirmShape,
  passkeyAssertionShape,
  passkeyIdShape,
  renamePasskeyShape,
} from './modules/accounts/passkeys/shapes.ts';
import {
  catalogueDraftShape,
  catalogueFileAskShape,
  catalogueFileShape,
  catalogueVersionAskShape,
} from './modules/catalogue/shapes-desk.ts';
import { retriedShape, retryTroubleShape, troublesShape } from './modules/desk/failures/shapes.ts';
import {
  creditShape,
  customerAskShape,
  customerDeliveryAskShape,
  customerShape,
  customerStatementAskShape,
  customersAskShape,
  customersShape,
  customerTicketsAskShape,
  customerTicketsShape,
  depositBackAskShape,
  depositBackShape,
  depositStandingShape,
  lookAskShape,
  lookShape,
  paymentAskShape,
  paymentShape,
  paymentsAskShape,
  paymentsShape,
  webhooksAskShape,
  webhooksShape,
} from './modules/desk/orders/shapes-customers.ts';
import {
  cancelOrderShape,
  freshLinkAnswerShape,
  freshLinkShape,
  mailAgainShape,
  orderListShape,
  orderWholeShape,
  paperAskShape,
  refundOrderShape,
} from './modules/desk/orders/shapes-orders.ts';
import { couponsShape, deskCatalogueShape, endCouponShape, makeCouponShape, policiesShape } from './modules/desk/orders/shapes-shop.ts';
import { reportAskShape, reportShape, tableAskShape } from './modules/desk/reports/shapes.ts';
import { findAskShape, foundShape } from './modules/desk/search/shapes.ts';
import { firstHourShape, tryStepShape } from './modules/desk/setup/shapes.ts';
import {
  auditAskShape,
  auditShape,
  changeDeskPasswordShape,
  changeRoleShape,
  endOperatorShape,
  holdingsAskShape,
  holdingsShape,
  invitationAskShape,
  invitationShape,
  inviteAgainShape,
  inviteShape,
  joinShape,
  logInShape,
  meShape,
  teamShape,
} from './modules/desk/shapes.ts';
import type { Act } from './modules/desk/staff/shapes-roles.ts';
import { cataloguePreviewShape, oldTextShape, saveCatalogueShape, savedTextShape, savePolicyShape } from './modules/desk/texts/shapes.ts';
import { addTicketFileShape, giveTicketShape, ticketFileAskShape } from './modules/desk/tickets/shapes.ts';
import {
  addedFileShape,
  addFileShape,
  briefDecisionShape,
  checkedShape,
  deliverAskShape,
  deliveredShape,
  deskPieceShape,
  deskQueueShape,
  givenShape,
  giveShape,
  hereAskShape,
  offerWordsShape,
  takeNextShape,
  tookShape,
} from './modules/desk/work/shapes.ts';
import { countsShape } from './modules/desk/work/shapes-counts.ts';
import {
  assignPreviewShape,
  noteShape,
  queueAskShape,
  saveDraftShape,
  savedDraftShape,
  sayShape,
  workFileShape,
  workPieceShape,
} from './modules/fulfilment/desk/shapes.ts';
import { readDeliveryShape } from './modules/fulfilment/shapes.ts';
import { backAskShape, backShape, deskOrdersAskShape, orderIdShape } from './modules/orders/desk/shapes.ts';
import {
  cannedShape,
  deskAnswerShape,
  deskLinkShape,
  deskMoveShape,
  deskNoteShape,
  deskThreadShape,
  deskTicketCountsShape,
  deskTicketsAskShape,
  deskTicketsShape,
} from './modules/support/desk/shapes.ts';
import { ticketFileShape, ticketNumberShape } from './modules/support/shapes-threads.ts';
import {
  oldPolicyShape,
  policyAskShape,
  policyDraftShape,
  policyPreviewShape,
  policyVersionAskShape,
  policyWholeShape,
} from './modules/texts/shapes-desk.ts';
import { statementShape } from './modules/wallet/shapes.ts';

type Method = 'GET' | 'POST';
export type DeskCallName = `${Method} /api/${string}`;

export type DeskCallRow = {
  /** open: no session needed; operator: any operator; otherwise the permission. */
  readonly may: 'open' | 'operator' | Act;
  readonly about: string;
  /** The session must have been confirmed within the last five minutes; otherwise 400 on `stepUp`: see `POST /api/confirm`. */
  readonly stepUp?: true;
  /** The body of a POST, the query of a GET. */
  readonly input?: z.ZodMiniType;
  /** Absent: answered with 204. */
  readonly output?: z.ZodMiniType;
  readonly bodyBytes?: number;
  /** The body is a file, its name is a query parameter. Absent: JSON. */
  readonly body?: 'bytes';
  /** The answer is a file download, or server-sent events. */
  readonly answer?: 'bytes' | 'stream';
};

const FILE_BYTES = 20 * 1024 * 1024;
const TICKET_FILE_BYTES = 10 * 1024 * 1024;
/** The longest text, at three bytes per character. */
const TEXT_BYTES = 1024 * 1024;

export const deskApi = {
  'POST /api/log-in': { may: 'open', about: 'Begins a session of a working day, kept in a cookie.', input: logInShape },
  'POST /api/log-out': { may: 'operator', about: 'Ends it.' },
  'POST /api/invitation': { may: 'open', about: 'What a link to the desk is for.', input: invitationAskShape, output: invitationShape },
  'POST /api/join': { may: 'open', about: 'Takes up an invitation, and begins a session.', input: joinShape },
  'POST /api/log-in/passkey-options': {
    may: 'open',
    about: 'What the browser needs to log in with a passkey, within five minutes; the same for everybody.',
    output: passkeyOptionsShape,
  },
  'POST /api/log-in/passkey': {
    may: 'open',
    about: 'Begins a session with a passkey: password and second factor in one.',
    input: passkeyAssertionShape,
  },
  'POST /api/join/passkey-options': {
    may: 'open',
    about: 'What the browser needs to make the passkey that joins by a link.',
    input: invitationAskShape,
    output: passkeyOptionsShape,
  },
  'POST /api/confirm/options': {
    may: 'operator',
    about: 'By which ways an operator can confirm that it is them: always the password, perhaps the app, perhaps a passkey.',
    output: confirmOptionsShape,
  },
  'POST /api/confirm': {
    may: 'operator',
    about:
      'Confirms this session for five minutes, with the password, a code from the app or a passkey. Calls that answer 400 on `stepUp` need it.',
    input: confirmShape,
    output: confirmedShape,
  },
  'POST /api/password': {
    may: 'operator',
    about: 'Changes one’s own password, with the current one; all other sessions end.',
    input: changeDeskPasswordShape,
  },
  'GET /api/passkeys': { may: 'operator', about: 'One’s own passkeys, the oldest first.', output: passkeysShape },
  'POST /api/passkeys/options': {
    may: 'operator',
    stepUp: true,
    about: 'What the browser needs to make a new passkey, within five minutes.',
    output: passkeyOptionsShape,
  },
  'POST /api/passkeys/add': {
    may: 'operator',
    stepUp: true,
    about: 'Adds the passkey that the browser has made. Its owner gets a mail.',
    input: addPasskeyShape,
    output: passkeysShape,
  },
  'POST /api/passkeys/rename': { may: 'operator', about: 'Renames one’s own passkey.', input: renamePasskeyShape, output: passkeysShape },
  'POST /api/passkeys/remove': {
    may: 'operator',
    stepUp: true,
    about: 'Removes one’s own passkey. Its owner gets a mail.',
    input: passkeyIdShape,
    output: passkeysShape,
  },
  'GET /api/me': { may: 'operator', about: 'Who is logged in, and what they may do.', output: meShape },
  'GET /api/counts': {
    may: 'operator',
    about: 'How much waits, as far as the role may see it, counted up to a hundred.',
    output: countsShape,
  },
  'GET /api/team': { may: 'team.see', about: 'Who works here.', output: teamShape },
  'POST /api/team/invite': { stepUp: true, may: 'team.manage', about: 'Invites somebody by mail.', input: inviteShape },
  'POST /api/team/invite-again': {
    stepUp: true,
    may: 'team.manage',
    about: 'Mails a new link, also to who has lost their app; the one before counts no more.',
    input: inviteAgainShape,
  },
  'POST /api/team/role': { stepUp: true, may: 'team.manage', about: 'Changes what somebody may do.', input: changeRoleShape },
  'GET /api/team/holdings': {
    may: 'team.manage',
    about: 'How many pieces and tickets somebody has that are not done.',
    input: holdingsAskShape,
    output: holdingsShape,
  },
  'POST /api/team/end': {
    stepUp: true,
    may: 'team.manage',
    about: 'Ends somebody’s access at once, and gives what they have to somebody else or back to the queue.',
    input: endOperatorShape,
  },
  'GET /api/audit': { may: 'audit.see', about: 'Who did what, the newest first.', input: auditAskShape, output: auditShape },
  'GET /api/offers': {
    may: 'operator',
    about: 'What the catalogue calls things: services, offers with the fields of their briefs, platforms.',
    output: offerWordsShape,
  },
  'GET /api/queue': {
    may: 'queue.see',
    about: 'The open pieces by due time, who has which open, and what will be late at the present pace.',
    input: queueAskShape,
    output: deskQueueShape,
  },
  'POST /api/queue/take': { may: 'queue.work', about: 'Takes one piece.', input: workPieceShape, output: tookShape },
  'POST /api/queue/take-next': {
    may: 'queue.work',
    about: 'Takes the most urgent piece that nobody has; two who ask at once never get the same.',
    input: takeNextShape,
    output: tookShape,
  },
  'POST /api/queue/release': { may: 'queue.work', about: 'Gives a piece back; what is written stays.', input: workPieceShape },
  'POST /api/piece/release-brief': {
    may: 'briefs.review',
    about: 'Lets work begin on a piece whose brief a person had to read; its clock starts now.',
    input: briefDecisionShape,
  },
  'POST /api/piece/refuse-brief': {
    may: 'briefs.review',
    about: 'Refuses a brief: its order is cancelled, what is not delivered is refunded, and the customer is told.',
    input: briefDecisionShape,
  },
  'POST /api/queue/preview': {
    may: 'queue.assign',
    about: 'What giving these pieces to somebody would change, without changing it.',
    input: giveShape,
    output: assignPreviewShape,
  },
  'POST /api/queue/assign': {
    may: 'queue.assign',
    about: 'Gives pieces to somebody, or back to the queue.',
    input: giveShape,
    output: givenShape,
  },
  'POST /api/here': { may: 'queue.see', about: 'Says which piece is open in this window; none: it is closed.', input: hereAskShape },
  'GET /api/piece': {
    may: 'queue.see',
    about: 'One piece with all that is needed to work on it.',
    input: workPieceShape,
    output: deskPieceShape,
  },
  'POST /api/piece/draft': {
    may: 'queue.work',
    about: 'Saves what is written, unless somebody else has saved meanwhile: then theirs comes back.',
    input: saveDraftShape,
    output: savedDraftShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/piece/check': { may: 'queue.work', about: 'Looks the draft over.', input: workPieceShape, output: checkedShape },
  'POST /api/piece/say': { may: 'queue.work', about: 'Writes to the customer; a question can stop the clock.', input: sayShape },
  'POST /api/piece/note': { may: 'queue.see', about: 'Notes something that no customer sees.', input: noteShape },
  'POST /api/piece/deliver': {
    may: 'queue.work',
    about: 'Delivers the draft that was read; what speaks against it needs a reason.',
    input: deliverAskShape,
    output: deliveredShape,
  },
  'POST /api/piece/add-file': {
    may: 'queue.work',
    about: 'Adds a file that goes along with the next delivery. The body is the file itself.',
    input: addFileShape,
    output: addedFileShape,
    body: 'bytes',
    bodyBytes: FILE_BYTES,
  },
  'POST /api/piece/remove-file': { may: 'queue.work', about: 'Takes such a file away.', input: workFileShape },
  'GET /api/piece/file': { may: 'queue.see', about: 'A file of the work.', input: workFileShape, answer: 'bytes' },
  'GET /api/piece/brief-file': {
    may: 'queue.see',
    about: 'A file that the customer’s brief names.',
    input: workFileShape,
    answer: 'bytes',
  },
  'GET /api/tickets': {
    may: 'tickets.see',
    about: 'Tickets: open ones by who waits longest, all others by what happened last.',
    input: deskTicketsAskShape,
    output: deskTicketsShape,
  },
  'GET /api/tickets/counts': { may: 'tickets.see', about: 'How many wait for whom.', output: deskTicketCountsShape },
  'GET /api/ticket': {
    may: 'tickets.see',
    about: 'One thread, with the notes of the desk.',
    input: ticketNumberShape,
    output: deskThreadShape,
  },
  'GET /api/ticket/canned': {
    may: 'tickets.answer',
    about: 'Answers that lie ready, filled in for this ticket in its writer’s language.',
    input: ticketNumberShape,
    output: cannedShape,
  },
  'POST /api/ticket/answer': {
    may: 'tickets.answer',
    about: 'Answers the writer, by mail too; refused where somebody has written or decided meanwhile.',
    input: deskAnswerShape,
  },
  'POST /api/ticket/note': { may: 'tickets.answer', about: 'Notes something that the writer never sees.', input: deskNoteShape },
  'POST /api/ticket/assign': {
    may: 'tickets.answer',
    about: 'Takes a ticket, gives it to somebody, or gives it back.',
    input: giveTicketShape,
  },
  'POST /api/ticket/move': { may: 'tickets.answer', about: 'Closes a ticket, opens it again, or lets it wait.', input: deskMoveShape },
  'POST /api/ticket/link': { may: 'tickets.answer', about: 'Links a ticket to an order of its writer.', input: deskLinkShape },
  'POST /api/ticket/add-file': {
    may: 'tickets.answer',
    about: 'Takes a file for the next answer. The body is the file itself.',
    input: addTicketFileShape,
    output: ticketFileShape,
    body: 'bytes',
    bodyBytes: TICKET_FILE_BYTES,
  },
  'POST /api/ticket/remove-file': { may: 'tickets.answer', about: 'Takes such a file away.', input: ticketFileAskShape },
  'GET /api/ticket/file': { may: 'tickets.see', about: 'A file of a thread.', input: ticketFileAskShape, answer: 'bytes' },
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
    stepUp: true,
    may: 'orders.cancel',
    about: 'Cancels an order that is not delivered, and gives back what was paid for the rest.',
    input: cancelOrderShape,
  },
  'POST /api/order/refund': {
    stepUp: true,
    may: 'money.move',
    about: 'Gives a part of an order back; it goes on.',
    input: refundOrderShape,
  },
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
  'GET /api/customer/tickets': {
    may: 'tickets.see',
    about: 'What one customer wrote to the desk, the newest first.',
    input: customerTicketsAskShape,
    output: customerTicketsShape,
  },
  'POST /api/customer/credit': { stepUp: true, may: 'money.move', about: 'Gives promotional credit.', input: creditShape },
  'POST /api/customer/look': {
    may: 'customers.see',
    about: 'What the customer sees; told in the log.',
    input: lookAskShape,
    output: lookShape,
  },
  'POST /api/customer/end-sessions': { may: 'customers.logOut', about: 'Logs a customer out everywhere.', input: lookAskShape },
  'GET /api/customer/delivery': {
    may: 'customers.see',
    about: 'What was delivered to a customer, as the customer reads it.',
    input: customerDeliveryAskShape,
    output: readDeliveryShape,
  },
  'GET /api/payments': { may: 'money.see', about: 'Payments, the newest first.', input: paymentsAskShape, output: paymentsShape },
  'GET /api/payment': { may: 'money.see', about: 'One payment and what came of it.', input: paymentAskShape, output: paymentShape },
  'POST /api/payment/ask': { may: 'money.see', about: 'Asks the provider now what became of a payment.', input: paymentAskShape },
  'GET /api/payment/webhooks': {
    may: 'money.see',
    about: 'What a payment provider told by itself, and how it was answered: of one payment, or all that was refused.',
    input: webhooksAskShape,
    output: webhooksShape,
  },
  'GET /api/payment/deposit-back': {
    may: 'money.see',
    about: 'What giving a part of a deposit back would take with it, before it is done.',
    input: depositBackAskShape,
    output: depositStandingShape,
  },
  'POST /api/payment/deposit-back': {
    stepUp: true,
    may: 'money.move',
    about: 'Gives a deposit, or a part of it, back to where it was paid from.',
    input: depositBackShape,
  },
  'GET /api/coupons': { may: 'coupons.see', about: 'Coupons with their counters.', output: couponsShape },
  'POST /api/coupon/make': { may: 'coupons.edit', about: 'Makes a coupon.', input: makeCouponShape },
  'POST /api/coupon/end': { may: 'coupons.edit', about: 'Ends a coupon now.', input: endCouponShape },
  'GET /api/catalogue': { may: 'catalogue.see', about: 'Offers with their prices and fields.', output: deskCatalogueShape },
  'GET /api/policies': { may: 'catalogue.see', about: 'The policies with their versions.', output: policiesShape },
  'GET /api/catalogue/file': {
    may: 'catalogue.see',
    about: 'A file of the catalogue as it counts now, with its versions.',
    input: catalogueFileAskShape,
    output: catalogueFileShape,
  },
  'GET /api/catalogue/version': {
    may: 'catalogue.see',
    about: 'The text of one of its versions.',
    input: catalogueVersionAskShape,
    output: oldTextShape,
  },
  'POST /api/catalogue/preview': {
    may: 'catalogue.edit',
    about: 'What a draft would change, and the service as visitors would see it; nothing is saved.',
    input: catalogueDraftShape,
    output: cataloguePreviewShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/catalogue/save': {
    may: 'catalogue.edit',
    about: 'Makes a draft the version that counts, unless somebody else has saved meanwhile: then theirs comes back.',
    input: saveCatalogueShape,
    output: savedTextShape,
    bodyBytes: TEXT_BYTES,
  },
  'GET /api/policy': {
    may: 'catalogue.see',
    about: 'A policy as it counts now, in all languages, with its versions.',
    input: policyAskShape,
    output: policyWholeShape,
  },
  'GET /api/policy/version': {
    may: 'catalogue.see',
    about: 'A policy as it once was.',
    input: policyVersionAskShape,
    output: oldPolicyShape,
  },
  'POST /api/policy/preview': {
    may: 'policies.edit',
    about: 'A draft of a policy as its readers would see it; nothing is saved.',
    input: policyDraftShape,
    output: policyPreviewShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/policy/save': {
    may: 'policies.edit',
    about: 'Makes a draft the next version, unless somebody else has saved meanwhile: then theirs comes back.',
    input: savePolicyShape,
    output: savedTextShape,
    bodyBytes: TEXT_BYTES,
  },
  'GET /api/reports': {
    may: 'reports.see',
    about: 'What was paid, given back, delivered, answered and visited, day by day, at most a year at a time.',
    input: reportAskShape,
    output: reportShape,
  },
  'GET /api/reports/table': { may: 'reports.see', about: 'One of its tables as CSV.', input: tableAskShape, answer: 'bytes' },
  'GET /api/troubles': { may: 'troubles.see', about: 'What failed and waits for a person, explained.', output: troublesShape },
  'POST /api/troubles/retry': {
    may: 'troubles.retry',
    about: 'Tries one of them again, or all of a kind.',
    input: retryTroubleShape,
    output: retriedShape,
  },
  'GET /api/first-hour': {
    may: 'shop.set-up',
    about: 'What the shop needs before it opens, and what was found of it.',
    output: firstHourShape,
  },
  'POST /api/first-hour/try': {
    may: 'shop.set-up',
    about: 'Really tries one of the steps, and keeps what that found.',
    input: tryStepShape,
    output: firstHourShape,
  },
  'GET /api/events': { may: 'operator', about: 'Tells what has changed, as server-sent events, so that pages ask anew.', answer: 'stream' },
} as const satisfies Record<DeskCallName, DeskCallRow>;

export type DeskApi = typeof deskApi;
export type DeskCall = keyof DeskApi;
export type DeskInput<C extends DeskCall> = DeskApi[C] extends { input: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
export type DeskSent<C extends DeskCall> = DeskApi[C] extends { input: infer S extends z.ZodMiniType } ? z.input<S> : undefined;
export type DeskOutput<C extends DeskCall> = DeskApi[C] extends { output: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
