// SQL counterpart of `emailKey`: matches stored addresses regardless of letter case.
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { emailKey } from '#lib/people/email.ts';

export const isAddress = (column: AnyColumn, email: string): SQL => sql`lower(normalize(btrim(${column}), NFKC)) = ${emailKey(email)}`;
