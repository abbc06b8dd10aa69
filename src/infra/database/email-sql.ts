// The database's half of `emailKey`: finds an address that was kept as somebody typed it, in whatever letters.
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { emailKey } from '../../lib/people/email.ts';

export const isAddress = (column: AnyColumn, email: string): SQL => sql`lower(normalize(btrim(${column}), NFKC)) = ${emailKey(email)}`;
