// TABLE 1: every call of the storefront's API. The key is the method and the path, so that the browser's client needs nothing of this file
// but its types. A call without `who`, or without a handler of its type, does not compile.
import type * as z from 'zod/mini';
import {
  changeEmailShape,
  changePasswordShape,
  confirmEmailShape,
  confirmedEmailShape,
  emailChangeShape,
  endSessionShape,
  forgotShape,
  loginShape,
  profileShape,
  refreshShape,
  registerShape,
  resetShape,
  sessionsShape,
  tokensShape,
  updateShape,
} from './rooms/accounts/shapes.ts';
import { pricesAskShape, pricesShape } from './rooms/catalogue/shapes.ts';
import { ticketAskShape, ticketShape } from './rooms/support/shapes.ts';

export type Method = 'GET' | 'POST';
export type CallName = `${Method} /${string}`;

export type CallRow = {
  /** open: anyone, and a bad token is ignored; token: a live access token, checked before the body is read. */
  readonly who: 'open' | 'token';
  readonly about: string;
  /** The body of a POST, the query of a GET. */
  readonly input?: z.ZodMiniType;
  /** Absent: answered with 204. */
  readonly output?: z.ZodMiniType;
  /** Its own statement asks whether the session lives, so the guard does not. */
  readonly joins?: true;
  /** The most bytes of a body, where it is not the ordinary limit. */
  readonly bodyBytes?: number;
};

export const api = {
  'POST /api/Accounts/register': {
    who: 'open',
    about: 'Opens an account. A mail asks to confirm the address; nothing waits for that.',
    input: registerShape,
  },
  'POST /api/Accounts/login': {
    who: 'open',
    about: 'Begins a session: 30 days when it is to be remembered, else 12 hours. Whatever is wrong, the refusal is the same.',
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
  'POST /api/Accounts/logout': { who: 'token', about: 'Ends this session; its tokens die at once.' },
  'GET /api/Accounts/sessions': { who: 'token', about: 'Where the account is logged in.', output: sessionsShape },
  'POST /api/Accounts/end-session': { who: 'token', about: 'Logs out another device.', input: endSessionShape },
  'POST /api/prices': {
    who: 'open',
    about: 'The offers with their prices in one currency, the fields of their briefs in the language of the request, and the platforms.',
    input: pricesAskShape,
    output: pricesShape,
  },
  'POST /api/support/create-ticket': {
    who: 'open',
    about: 'A message to the desk of the shop. The writer gets a confirmation by mail, with the number and a copy.',
    input: ticketAskShape,
    output: ticketShape,
  },
} as const satisfies Record<CallName, CallRow>;

export type Api = typeof api;
export type Call = keyof Api;
export type Input<C extends Call> = Api[C] extends { input: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
export type Sent<C extends Call> = Api[C] extends { input: infer S extends z.ZodMiniType } ? z.input<S> : undefined;
export type Output<C extends Call> = Api[C] extends { output: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
