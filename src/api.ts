// TABLE 1: every call of the storefront's API, by method and path. The browser's client imports only its types. A call without `who` or without a handler of
// its type does not compile.
import type * as z from 'zod/mini';
import { passkeyOptionsShape, passkeysShape } from './lib/people/passkey.ts';
import {
  addPasskeyShape,
  confirmedShape,
  confirmOptionsShape,
  confirmShape,
  passkeyIdShape,
  passkeyLoginShape,
  renamePasskeyShape,
} from './modules/accounts/passkeys/shapes.ts';
import {
  brandKitsShape,
  changeEmailShape,
  changePasswordShape,
  closedShape,
  closingShape,
  confirmEmailShape,
  confirmedEmailShape,
  currentPasswordShape,
  emailChangeShape,
  endSessionShape,
  eventsAskShape,
  exportShape,
  factorShape,
  forgotShape,
  loginShape,
  profileShape,
  provenShape,
  refreshShape,
  registerShape,
  removeBrandKitShape,
  resetShape,
  saveBrandKitShape,
  sessionsShape,
  spareCodesShape,
  tokensShape,
  totpSecretShape,
  twoFactorShape,
  updateShape,
} from './modules/accounts/shapes.ts';
import { pricesAskShape, pricesShape } from './modules/catalogue/shapes.ts';
import { couponAskShape, couponShape } from './modules/coupons/shapes.ts';
import { visitShape } from './modules/desk/reports/shapes-visits.ts';
import {
  acceptShape,
  deliveryAskShape,
  pieceAskShape,
  pieceWorkShape,
  readDeliveryShape,
  reviseShape,
  saidShape,
  takeAwayAskShape,
} from './modules/fulfilment/shapes.ts';
import { detailsShape, paperIdShape, papersAskShape, papersShape, saveDetailsShape } from './modules/invoicing/shapes.ts';
import { fileIdShape, fileShape, filesShape, uploadShape } from './modules/orders/files/shapes.ts';
import { briefAskShape, orderAskShape, wholeOrderShape } from './modules/orders/pieces/shapes.ts';
import {
  cancelShape,
  ordersAskShape,
  ordersShape,
  payLinkShape,
  payShape,
  placedShape,
  placeShape,
  quoteAskShape,
  quoteShape,
  subscriptionAskShape,
  subscriptionShape,
  subscriptionsShape,
} from './modules/orders/shapes.ts';
import {
  withdrawableShape,
  withdrawalAskShape,
  withdrawalRightShape,
  withdrawalViewShape,
  withdrawnShape,
  withdrawShape,
} from './modules/orders/withdrawals/shapes.ts';
import { ticketAskShape, ticketShape } from './modules/support/shapes.ts';
import {
  answerTicketShape,
  openTicketShape,
  threadShape,
  ticketFileAskShape,
  ticketNumberShape,
  ticketsAskShape,
  ticketsShape,
} from './modules/support/shapes-threads.ts';
import {
  attemptAskShape,
  attemptShape,
  balanceAskShape,
  balanceShape,
  depositAskShape,
  depositShape,
  depositStateAskShape,
  depositStateShape,
  fundsShape,
  movementAskShape,
  movementShape,
  statementAskShape,
  statementShape,
} from './modules/wallet/shapes.ts';

export type Method = 'GET' | 'POST';
export type CallName = `${Method} /${string}`;

export type CallRow = {
  /** open: public, an invalid token is ignored; token: a valid access token, checked before the body is read. */
  readonly who: 'open' | 'token';
  readonly about: string;
  /** The body of a POST, the query of a GET and of a POST whose body is bytes. */
  readonly input?: z.ZodMiniType;
  /** Absent: answered with 204. */
  readonly output?: z.ZodMiniType;
  /** The call's own SQL checks the session, so the guard does not. */
  readonly joins?: true;
  /** The session must have been confirmed within the last five minutes; otherwise 400 on `stepUp`: see `POST /api/Accounts/confirm`. */
  readonly stepUp?: true;
  /** Body limit in bytes, if not the default. */
  readonly bodyBytes?: number;
  /** The body is a file (application/octet-stream), streamed and never buffered. Absent: JSON. */
  readonly body?: 'bytes';
  /** The answer is a file download, or server-sent events until the token expires. */
  readonly answer?: 'bytes' | 'stream';
};

/** Fifty briefs of maximum size, at three bytes per character. */
const CART_BYTES = 4 * 1024 * 1024;
const FILE_BYTES = 10 * 1024 * 1024;

export const api = {
  'POST /api/Accounts/register': {
    who: 'open',
    about: 'Opens an account. A mail asks to confirm the address; nothing waits for that.',
    input: registerShape,
  },
  'POST /api/Accounts/login': {
    who: 'open',
    about:
      'Begins a session: 30 days when it is to be remembered, else 12 hours. Whatever is wrong, the refusal is the same; after it, a second factor may be asked for.',
    input: loginShape,
    output: tokensShape,
  },
  'POST /api/Accounts/refresh': {
    who: 'open',
    about:
      'New tokens for a refresh token, which then dies. For 10 seconds it gives the same successor again; later its use ends the session.',
    input: refreshShape,
    output: tokensShape,
  },
  'POST /api/Accounts/forgot-password': {
    who: 'open',
    about: 'Mails a link for a new password, if there is such an account; the answer does not tell.',
    input: forgotShape,
  },
  'POST /api/Accounts/reset-password': {
    who: 'open',
    about: 'Sets a new password with the code from the mail, and ends every session of the account.',
    input: resetShape,
  },
  'POST /api/Accounts/confirm-email': {
    who: 'open',
    about:
      'Confirms an address with the code that was mailed there. A change of address is done with the second of its two, and ends every session.',
    input: confirmEmailShape,
    output: confirmedEmailShape,
  },
  'POST /api/Accounts/send-verification': { who: 'token', about: 'Mails the link that confirms the address once more.' },
  'POST /api/Accounts/change-email': {
    who: 'token',
    about: 'Asks for another address. It is the account’s when the links that are mailed to the old and to the new one have been opened.',
    input: changeEmailShape,
  },
  'GET /api/Accounts/email-change': { who: 'token', about: 'The change of address that is under way.', output: emailChangeShape },
  'POST /api/Accounts/drop-email-change': { who: 'token', about: 'Takes it back; its links are worth nothing then.' },
  'GET /api/Accounts/profile': { who: 'token', about: 'Whose account this is.', output: profileShape, joins: true },
  'POST /api/accounts/update': { who: 'token', about: 'Changes name and postal address.', input: updateShape },
  'POST /api/Accounts/change-password': {
    who: 'token',
    about: 'Sets a new password, and ends all other sessions.',
    input: changePasswordShape,
  },
  'POST /api/Accounts/ask-export': {
    who: 'token',
    about: 'Puts together all that the shop knows of the person, and mails a link to it.',
    input: currentPasswordShape,
  },
  'POST /api/Accounts/fetch-export': {
    who: 'open',
    about: 'What the mailed link leads to, once, within 24 hours: all that the shop knows of a person, each part under its name.',
    input: confirmEmailShape,
    output: exportShape,
  },
  'POST /api/Accounts/ask-deletion': {
    who: 'token',
    about: 'Closes the account in 7 days. Until then it can be kept.',
    input: currentPasswordShape,
    output: closedShape,
  },
  'POST /api/Accounts/keep-account': { who: 'token', about: 'Takes it back that the account is to be closed.' },
  'GET /api/Accounts/closing': { who: 'token', about: 'Whether the account is to be closed, and when.', output: closingShape },
  'POST /api/Accounts/logout': { who: 'token', about: 'Ends this session; its tokens die at once.' },
  'GET /api/Accounts/sessions': { who: 'token', about: 'Where the account is logged in.', output: sessionsShape },
  'POST /api/Accounts/end-session': { who: 'token', about: 'Logs out another device.', input: endSessionShape },
  'POST /api/Accounts/end-other-sessions': { who: 'token', about: 'Logs out all other devices.' },
  'GET /api/Accounts/two-factor': {
    who: 'token',
    about: 'Whether a log-in asks for a second factor, since when, and how many recovery codes are left.',
    output: twoFactorShape,
  },
  'POST /api/Accounts/set-up-two-factor': {
    who: 'token',
    about: 'A new secret for an authenticator app. Nothing is asked of a log-in before it is turned on.',
    input: currentPasswordShape,
    output: totpSecretShape,
  },
  'POST /api/Accounts/turn-on-two-factor': {
    who: 'token',
    about: 'Turns the second factor on with a code from the app, and gives the recovery codes, once.',
    input: factorShape,
    output: spareCodesShape,
  },
  'POST /api/Accounts/turn-off-two-factor': {
    who: 'token',
    about: 'Turns the second factor off, with the password and a code from the app or a recovery code.',
    input: provenShape,
  },
  'POST /api/Accounts/new-recovery-codes': {
    who: 'token',
    about: 'Ten new recovery codes, with the password and a code from the app. The old ones count no more.',
    input: provenShape,
    output: spareCodesShape,
  },
  'GET /api/Accounts/passkeys': { who: 'token', about: 'The passkeys of the account, the oldest first.', output: passkeysShape },
  'POST /api/Accounts/passkey-options': {
    who: 'token',
    stepUp: true,
    about: 'What the browser needs to make a new passkey (WebAuthn), within five minutes. The address must be confirmed.',
    output: passkeyOptionsShape,
  },
  'POST /api/Accounts/add-passkey': {
    who: 'token',
    stepUp: true,
    about: 'Adds the passkey that the browser has made. Its owner gets a mail.',
    input: addPasskeyShape,
    output: passkeysShape,
  },
  'POST /api/Accounts/rename-passkey': { who: 'token', about: 'Renames a passkey.', input: renamePasskeyShape, output: passkeysShape },
  'POST /api/Accounts/remove-passkey': {
    who: 'token',
    stepUp: true,
    about: 'Removes a passkey. Its owner gets a mail.',
    input: passkeyIdShape,
    output: passkeysShape,
  },
  'POST /api/Accounts/passkey-login-options': {
    who: 'open',
    about: 'What the browser needs to log in with a passkey, within five minutes; the same for everybody.',
    output: passkeyOptionsShape,
  },
  'POST /api/Accounts/passkey-login': {
    who: 'open',
    about: 'Begins a session with a passkey, as a log-in with password and second factor does. Whatever is wrong, the refusal is the same.',
    input: passkeyLoginShape,
    output: tokensShape,
  },
  'POST /api/Accounts/confirm-options': {
    who: 'token',
    about: 'By which ways the owner can confirm that it is them: always the password, perhaps the app, perhaps a passkey.',
    output: confirmOptionsShape,
  },
  'POST /api/Accounts/confirm': {
    who: 'token',
    about:
      'Confirms this session for five minutes, with the password, a code from the app or a passkey. Calls that answer 400 on `stepUp` need it.',
    input: confirmShape,
    output: confirmedShape,
  },
  'GET /api/Accounts/brand-kits': {
    who: 'token',
    about: 'What the account has kept of its brands for the next brief, the newest first.',
    output: brandKitsShape,
  },
  'POST /api/Accounts/save-brand-kit': {
    who: 'token',
    about: 'Keeps what a brief says of a brand. It takes the place of an older kit of that brand, or of the one whose id is given.',
    input: saveBrandKitShape,
    output: brandKitsShape,
  },
  'POST /api/Accounts/remove-brand-kit': { who: 'token', about: 'Removes a brand kit.', input: removeBrandKitShape },
  'POST /api/prices': {
    who: 'open',
    about: 'The offers with their prices in one currency, the fields of their briefs in the language of the request, and the platforms.',
    input: pricesAskShape,
    output: pricesShape,
  },
  'GET /api/orders/coupon': {
    who: 'token',
    about: 'What a coupon takes off, in one currency. Whoever guesses codes is slowed.',
    input: couponAskShape,
    output: couponShape,
  },
  'POST /api/orders/quote': {
    who: 'token',
    about: 'What a cart costs, line by line, with what a coupon takes off. It refuses whatever an order would refuse, and keeps nothing.',
    input: quoteAskShape,
    output: quoteShape,
    bodyBytes: CART_BYTES,
  },
  'POST /api/orders': {
    who: 'token',
    about:
      'Orders a cart at the price that was shown. Paid by the link in the answer, or from the balance at once; with an Idempotency-Key, sent again it is still one purchase.',
    input: placeShape,
    output: placedShape,
    bodyBytes: CART_BYTES,
  },
  'GET /api/orders': {
    who: 'token',
    about: 'The orders of the account, newest first, in pages.',
    input: ordersAskShape,
    output: ordersShape,
  },
  'GET /api/orders/order': {
    who: 'token',
    about: 'One order whole: its brief, and how each of its pieces stands.',
    input: orderAskShape,
    output: wholeOrderShape,
  },
  'POST /api/orders/brief': {
    who: 'token',
    about: 'Briefs pieces of a bundle that is paid, some or all of them. The clock of each runs from then on.',
    input: briefAskShape,
    output: wholeOrderShape,
    bodyBytes: CART_BYTES,
  },
  'GET /api/orders/piece': {
    who: 'token',
    about: 'How the work on a piece stands: its deliveries, until when it can be revised, and what was said about it.',
    input: pieceAskShape,
    output: pieceWorkShape,
  },
  'GET /api/orders/delivery': {
    who: 'token',
    about:
      'One delivery whole: its text in Markdown, its report, and its passport, which says what it is made of, by whom and with which help.',
    input: deliveryAskShape,
    output: readDeliveryShape,
  },
  'POST /api/orders/revise': {
    who: 'token',
    about: 'Asks for a revision of the newest delivery of a piece, with the passages that are meant. So many as its offer includes.',
    input: reviseShape,
    output: pieceWorkShape,
  },
  'POST /api/orders/accept': {
    who: 'token',
    about: 'Accepts a delivery. 72 hours after it was delivered that happens by itself.',
    input: acceptShape,
    output: pieceWorkShape,
  },
  'POST /api/orders/message': {
    who: 'token',
    about: 'A message to whoever works on a piece. Where its clock waits for an answer, it goes on.',
    input: saidShape,
    output: pieceWorkShape,
  },
  'GET /api/orders/delivery-file': { who: 'token', about: 'The bytes of a file of a delivery.', input: deliveryAskShape, answer: 'bytes' },
  'GET /api/orders/take-away': {
    who: 'token',
    about: 'A delivery as a file: Markdown, a document, a PDF, or all of it in an archive with its files and its passport.',
    input: takeAwayAskShape,
    answer: 'bytes',
  },
  'POST /api/orders/cancel': {
    who: 'token',
    about: 'Cancels an order that nobody has begun. What was paid goes back to where it came from, or to the balance.',
    input: cancelShape,
  },
  'GET /api/orders/withdrawals': {
    who: 'token',
    about: 'The orders whose contract can still be withdrawn from, and until when.',
    output: withdrawableShape,
  },
  'GET /api/orders/withdrawal-right': {
    who: 'token',
    about:
      'Where consumers have a right of withdrawal, by the country of the billing address, and whether this account orders as a business.',
    output: withdrawalRightShape,
  },
  'GET /api/orders/withdrawal': {
    who: 'token',
    about: 'What withdrawing from the contract of an order would do now: what is charged for what was delivered, and what goes back.',
    input: withdrawalAskShape,
    output: withdrawalViewShape,
  },
  'POST /api/orders/withdraw': {
    who: 'token',
    about:
      'Withdraws from the contract of a paid order, within 14 days and without a reason. The amount that goes back must be the one that was shown; confirmed again, it is done once.',
    input: withdrawShape,
    output: withdrawnShape,
  },
  'POST /api/orders/pay': {
    who: 'token',
    about: 'A link for a purchase that is not paid yet, or its payment from the balance at once.',
    input: payShape,
    output: payLinkShape,
  },
  'GET /api/orders/subscriptions': {
    who: 'token',
    about: 'The monthly bundles that run: when each renews, at which price, and the month that waits for its payment.',
    output: subscriptionsShape,
  },
  'POST /api/orders/subscription': {
    who: 'token',
    about: 'Pauses a monthly bundle, resumes it, ends it with the period that is paid for, or keeps one that was to end.',
    input: subscriptionAskShape,
    output: subscriptionShape,
  },
  'POST /api/balance': { who: 'token', about: 'What the account has in one currency.', input: balanceAskShape, output: balanceShape },
  'POST /api/balance/deposit': {
    who: 'token',
    about: 'Fills the balance, once the link in the answer is paid. A coupon lowers what is charged, never what is credited.',
    input: depositAskShape,
    output: depositShape,
  },
  'GET /api/balance/statement': {
    who: 'token',
    about: 'Every movement of a balance with what was left after it, newest first, in pages.',
    input: statementAskShape,
    output: statementShape,
  },
  'POST /api/files': {
    who: 'token',
    about:
      'Takes a file for a brief: txt, md, docx, png, jpg or pdf, told from its content. The body is the file itself; a purchase claims it within a day, or it is removed.',
    input: uploadShape,
    output: fileShape,
    body: 'bytes',
    bodyBytes: FILE_BYTES,
  },
  'GET /api/files': { who: 'token', about: 'The files of this account that no purchase has claimed yet.', output: filesShape },
  'GET /api/files/content': { who: 'token', about: 'The bytes of a file of this account.', input: fileIdShape, answer: 'bytes' },
  'POST /api/files/remove': { who: 'token', about: 'Removes a file that no purchase has claimed.', input: fileIdShape },
  'GET /api/balance/funds': {
    who: 'token',
    about: 'What the account has in every currency, how much of it is promotional credit, and what one deposit may be.',
    output: fundsShape,
  },
  'GET /api/balance/deposit': {
    who: 'token',
    about: 'How a deposit stands, and by which link it can be paid.',
    input: depositStateAskShape,
    output: depositStateShape,
  },
  'GET /api/payments/attempt': {
    who: 'token',
    about: 'What came of an order or a deposit that was sent under an Idempotency-Key in the last 24 hours: its id, or null.',
    input: attemptAskShape,
    output: attemptShape,
  },
  'GET /api/balance/movement': {
    who: 'token',
    about: 'What one movement of a balance was for: the orders, or the deposit.',
    input: movementAskShape,
    output: movementShape,
  },
  'GET /api/papers': {
    who: 'token',
    about: 'The invoices, receipts and credit notes of the account, newest first, in pages; or those of one purchase, deposit or movement.',
    input: papersAskShape,
    output: papersShape,
  },
  'GET /api/papers/pdf': { who: 'token', about: 'One of them as a PDF, the same every time.', input: paperIdShape, answer: 'bytes' },
  'GET /api/papers/details': { who: 'token', about: 'What the account wants on its invoices beside the address.', output: detailsShape },
  'POST /api/papers/details': {
    who: 'token',
    about: 'Sets the company’s name and VAT ID for the next invoices. Those that were issued stay as they are.',
    input: saveDetailsShape,
    output: detailsShape,
  },
  'GET /api/events': {
    who: 'token',
    about:
      'Tells what has changed in the account, as server-sent events (text/event-stream), so that pages ask anew: `hello`, `news` with the names of what changed, `again` where some may have been missed, and `end` with its reason (token, session, replaced, stopping). A page that was drawn `sinceMs` ago is told after `hello` what has changed since; without it, it asks anew for everything. One stream for each session; it ends with the access token.',
    input: eventsAskShape,
    answer: 'stream',
  },
  'POST /api/support/create-ticket': {
    who: 'open',
    about: 'A message to the desk of the shop. The writer gets a confirmation by mail, with the number and a link to the ticket.',
    input: ticketAskShape,
    output: ticketShape,
  },
  'GET /api/support/tickets': {
    who: 'token',
    about: 'What the account asked the desk, newest first, in pages.',
    input: ticketsAskShape,
    output: ticketsShape,
  },
  'GET /api/support/ticket': {
    who: 'token',
    about: 'One ticket of the account with all that was written.',
    input: ticketNumberShape,
    output: threadShape,
  },
  'POST /api/support/ticket': {
    who: 'token',
    about: 'Asks the desk from the cabinet, perhaps about an order of the account, with files that were sent before.',
    input: openTicketShape,
    output: ticketShape,
  },
  'POST /api/support/answer': {
    who: 'token',
    about: 'Writes on in a ticket of the account. One that was closed is open again.',
    input: answerTicketShape,
    output: threadShape,
  },
  'POST /api/support/close': {
    who: 'token',
    about: 'Closes a ticket of the account: there is nothing left to do.',
    input: ticketNumberShape,
    output: threadShape,
  },
  'GET /api/support/file': {
    who: 'token',
    about: 'The bytes of a file in a ticket of the account.',
    input: ticketFileAskShape,
    answer: 'bytes',
  },
  'POST /api/visits': { who: 'open', about: 'Counts an opened page, of a visitor who has agreed to that.', input: visitShape },
} as const satisfies Record<CallName, CallRow>;

export type Api = typeof api;
export type Call = keyof Api;
export type Input<C extends Call> = Api[C] extends { input: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
export type Sent<C extends Call> = Api[C] extends { input: infer S extends z.ZodMiniType } ? z.input<S> : undefined;
export type Output<C extends Call> = Api[C] extends { output: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
