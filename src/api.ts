// TABLE 1: every call of the storefront's API. The key is the method and the path, so that the browser's client needs nothing of this file
// but its types. A call without `who`, or without a handler of its type, does not compile.
import type * as z from 'zod/mini';
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
  /** The most bytes of a body, where it is not the ordinary limit. */
  readonly bodyBytes?: number;
};

export const api = {
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
