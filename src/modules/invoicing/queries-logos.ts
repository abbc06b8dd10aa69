// SQL of the logos on documents.
import { eq } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { paperLogo } from './tables.ts';

export async function saveLogo(tx: DbClient, row: typeof paperLogo.$inferInsert): Promise<void> {
  await tx.insert(paperLogo).values(row).onConflictDoNothing();
}

export async function findLogo(queries: DbClient, id: string): Promise<typeof paperLogo.$inferSelect> {
  const [row] = await queries.select().from(paperLogo).where(eq(paperLogo.id, id));
  if (!row) throw new Error(`no logo ${id}`);
  return row;
}
