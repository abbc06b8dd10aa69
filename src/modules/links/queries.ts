// Queries for open links.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { openLink } from './tables.ts';

export type OpenLink = typeof openLink.$inferSelect;
type LinkPurpose = OpenLink['purpose'];

export async function insertLink(tx: DbClient, row: typeof openLink.$inferInsert): Promise<void> {
  await tx.insert(openLink).values(row);
}

export async function findLink(queries: DbClient, purpose: LinkPurpose, subjectId: string): Promise<OpenLink | undefined> {
  const [row] = await queries
    .select()
    .from(openLink)
    .where(and(eq(openLink.purpose, purpose), eq(openLink.subjectId, subjectId)));
  return row;
}

/** Without revoked ones. */
export const listLinks = (queries: DbClient, purpose: LinkPurpose, subjectIds: readonly string[]): Promise<OpenLink[]> =>
  queries
    .select()
    .from(openLink)
    .where(and(eq(openLink.purpose, purpose), inArray(openLink.subjectId, [...subjectIds]), isNull(openLink.revokedAt)));

/** Counts the use. Undefined if the link is revoked or for another purpose. */
export async function takeLink(queries: DbClient, id: string, purpose: LinkPurpose, now: Date): Promise<OpenLink | undefined> {
  const [row] = await queries
    .update(openLink)
    .set({ uses: sql`${openLink.uses} + 1`, usedAt: now })
    .where(and(eq(openLink.id, id), eq(openLink.purpose, purpose), isNull(openLink.revokedAt)))
    .returning();
  return row;
}

/** False if it was revoked before. */
export async function revokeLink(tx: DbClient, id: string, revokedAt: Date): Promise<boolean> {
  const done = await tx
    .update(openLink)
    .set({ revokedAt })
    .where(and(eq(openLink.id, id), isNull(openLink.revokedAt)))
    .returning({ id: openLink.id });
  return done.length > 0;
}

export async function dropLinks(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(openLink).where(eq(openLink.accountId, accountId));
}
