// A row of a table of calls. A row without `who` does not compile.
import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST';
export type CallName = `${Method} /${string}`;

/**
 * What a member may do on behalf of an account: the roles of src/modules/accounts/team/rules.ts have some of
 * these. self: everybody's own log-in and team, whichever account they act for; settle: pay what is open;
 * money: deposits, saved means and what stands on invoices.
 */
export type Right = 'self' | 'member' | 'documents' | 'read' | 'order' | 'settle' | 'money' | 'owner';

/**
 * open: public, an invalid token is ignored; token: a valid access token of a person with this right, checked
 * before the body is read.
 */
type Access = { readonly who: 'open'; readonly may?: never } | { readonly who: 'token'; readonly may: Right };

export type CallRow = Access & {
  readonly about: string;
  /** The body of a POST, the query of a GET and of a POST whose body is bytes. */
  readonly input?: z.ZodMiniType;
  /** Absent: answered with 204. */
  readonly output?: z.ZodMiniType;
  /** The call's own SQL checks the session, so the guard does not. */
  readonly joins?: true;
  /**
   * The session must have been confirmed within the last five minutes; otherwise 400 on `stepUp`: see
   * `POST /api/Accounts/confirm`.
   */
  readonly stepUp?: true;
  /** Body limit in bytes, if not the default. */
  readonly bodyBytes?: number;
  /** The body is a file (application/octet-stream), streamed and never buffered. Absent: JSON. */
  readonly body?: 'bytes';
  /** The answer is a file download, or server-sent events until the token expires. */
  readonly answer?: 'bytes' | 'stream';
};

export type CallTable = Readonly<Record<CallName, CallRow>>;
