// Queries for open links.
import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
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

/** Counts the use. Undefined if the link is revoked, over or for another purpose. */
export async function takeLink(queries: DbClient, id: string, purpose: LinkPurpose, now: Date): Promise<OpenLink | undefined> {
  const [row] = await queries
    .update(openLink)
    .set({ uses: sql`${openLink.uses} + 1`, usedAt: now })
    .where(
      and(
        eq(openLink.id, id),
        eq(openLink.purpose, purpose),
        isNull(openLink.revokedAt),
        or(isNull(openLink.expiresAt), gt(openLink.expiresAt, now)),
      ),
    )
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

export async function dropLink(tx: DbClient, purpose: LinkPurpose, subjectId: string): Promise<void> {
  await tx.delete(openLink).where(and(eq(openLink.purpose, purpose), eq(openLink.subjectId, subjectId)));
}

/** Those that decide for the account, after its password has changed. */
export async function revokeApprovals(tx: DbClient, accountId: string, revokedAt: Date): Promise<void> {
  await tx
    .update(openLink)
    .set({ revokedAt })
    .where(and(eq(openLink.accountId, accountId), openLink.mayApprove, isNull(openLink.revokedAt)));
}

export async function dropLinks(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(openLink).where(eq(openLink.accountId, accountId));
}
