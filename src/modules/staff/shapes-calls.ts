// A row of a table of the desk's calls. A row without `may` does not compile, nor does a change without its
// line in the audit log.
import type * as z from 'zod/mini';
import type { Permission } from './shapes-roles.ts';

type Row = {
  /** open: no session needed; operator: any operator; otherwise the permission. */
  readonly may: 'open' | 'operator' | Permission;
  readonly about: string;
  /**
   * The session must have been confirmed within the last five minutes; otherwise 400 on `stepUp`: see
   * `POST /api/confirm`.
   */
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

/** The action's code, and what it is about. Of several, the handler names one. */
export type AuditRow = { readonly act: string | readonly string[]; readonly about: string | readonly string[] };

/** Why a change has no line in the audit log. Its handler opens its transaction itself. */
type Unaudited = { readonly none: string };

/** Changes nothing. With `audit`, the line is committed before the handler reads: it shows personal data. */
type ReadRow = Row & { readonly kind?: 'read'; readonly audit?: AuditRow };

/**
 * A change in one transaction, which the guard opens and writes the line in. `prepares`: the handler does
 * slow work first, and returns the change.
 */
type WriteRow = Row & { readonly kind: 'write'; readonly prepares?: true; readonly audit: AuditRow | Unaudited };

/** Asks another system, after the line is committed: there is no network inside a transaction. */
type OutsideRow = Row & { readonly kind: 'outside'; readonly audit: AuditRow | Unaudited };

/**
 * Of log-ins and of operators' own accounts: the handler opens the transaction and writes the line itself,
 * because there is no operator yet, or because it locks the operator.
 */
type OwnRow = Row & { readonly kind: 'own'; readonly may: 'open' | 'operator'; readonly audit: AuditRow | Unaudited };

export type DeskCallRow = ReadRow | WriteRow | OutsideRow | OwnRow;

export type DeskCallTable = {
  readonly [name: `GET /api/${string}`]: ReadRow;
  readonly [name: `POST /api/${string}`]: (ReadRow & { readonly kind: 'read' }) | WriteRow | OutsideRow | OwnRow;
};

/** The download of a whole list, which takes personal data out of the shop. */
export const listDownload = { act: 'list.download', about: 'list' } as const;
