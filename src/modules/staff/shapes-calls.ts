// A row of a table of the desk's calls. A row without `may` does not compile.
import type * as z from 'zod/mini';
import type { Method } from '#lib/calls.ts';
import type { Permission } from './shapes-roles.ts';

export type DeskCallName = `${Method} /api/${string}`;

export type DeskCallRow = {
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

export type DeskCallTable = Readonly<Record<DeskCallName, DeskCallRow>>;
