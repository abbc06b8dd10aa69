// A row of the table of API v1. A row without `scope` does not compile.
import type * as z from 'zod/mini';
import type { Scope } from '#modules/keys/rules.ts';

export type ApiCallName = `${'GET' | 'POST' | 'DELETE'} /api/v1/${string}`;

export type ApiCallRow = {
  /** What the key must be allowed to do; one of several is enough. */
  readonly scope: Scope | readonly Scope[];
  readonly about: string;
  /** The body of a POST, otherwise the query; the parameters of the path are added. */
  readonly input?: z.ZodMiniType;
  /** Absent: answered with 204. */
  readonly output?: z.ZodMiniType;
  /** Only for keys of an account: the shop's own key buys nothing. */
  readonly needsAccount?: true;
  /** Takes an Idempotency-Key. */
  readonly once?: true;
  readonly bodyBytes?: number;
  /** The body is a file (application/octet-stream). Absent: JSON. */
  readonly body?: 'bytes';
};

export type ApiCallTable = Readonly<Record<ApiCallName, ApiCallRow>>;
