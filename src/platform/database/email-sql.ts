// SQL counterpart of `normalizeEmail`: matches stored addresses regardless of letter case.
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { normalizeEmail } from '#lib/people/email.ts';

export const isAddress = (column: AnyColumn, email: string): SQL =>
  sql`lower(normalize(btrim(${column}), NFKC)) = ${normalizeEmail(email)}`;
