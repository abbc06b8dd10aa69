// Files that customers upload for their briefs.
import { randomUUID } from 'node:crypto';
import type { Sql } from './sql.ts';

export type FileRow = {
  readonly id: string;
  readonly accountId: string;
  readonly purchaseId: string | null;
  readonly uploadedAt: Date | null;
};

export const fileRows = ({ sql }: Sql): Promise<FileRow[]> =>
  sql('select id, account_id as "accountId", purchase_id as "purchaseId", uploaded_at as "uploadedAt" from brief_file');

/** The purchases that have claimed one of the files; null for files that are not claimed. */
export const listClaims = async (shop: Sql, ids: readonly string[]): Promise<(string | null)[]> => [
  ...new Set((await fileRows(shop)).filter(({ id }) => ids.includes(id)).map(({ purchaseId }) => purchaseId)),
];

/** An upload that was started and never finished. */
export const addUnfinishedUpload = ({ sql }: Sql, at: Date) =>
  sql(`insert into brief_file (id, account_id, name, bytes, upload_started_at) values ($1, $1, 'half', 1, $2)`, [randomUUID(), at]);

export const deleteFiles = ({ sql }: Sql) => sql('delete from brief_file');

/** Naive version of a claim: checks that the file is free, then claims it; true if it did. */
export async function claimFileNaively({ sql }: Sql, id: string): Promise<boolean> {
  const free = await sql('select from brief_file where id = $1 and claimed_at is null', [id]);
  await sql('select pg_sleep(0.2)');
  if (free.length > 0) await sql('update brief_file set claimed_at = now() where id = $1', [id]);
  return free.length > 0;
}
