// SQL of declarations.
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { supportDeclaration } from '../tables.ts';

export type DeclarationRow = typeof supportDeclaration.$inferSelect;

export async function insertDeclaration(db: DbClient, row: typeof supportDeclaration.$inferInsert): Promise<void> {
  await db.insert(supportDeclaration).values(row);
}

export async function findDeclaration(db: DbClient, id: string): Promise<DeclarationRow | undefined> {
  const [row] = await db.select().from(supportDeclaration).where(eq(supportDeclaration.id, id));
  return row;
}

/** False if it is confirmed already. */
export async function confirmDeclaration(tx: DbClient, id: string, confirmedAt: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(supportDeclaration)
    .set({ confirmedAt })
    .where(and(eq(supportDeclaration.id, id), isNull(supportDeclaration.confirmedAt)));
  return rowCount === 1;
}

export async function lockDeclaration(tx: DbClient, id: string): Promise<DeclarationRow | undefined> {
  const [row] = await tx.select().from(supportDeclaration).where(eq(supportDeclaration.id, id)).for('update');
  return row;
}

export async function eraseDeclarationContent(tx: DbClient, id: string): Promise<void> {
  await tx.update(supportDeclaration).set({ content: null }).where(eq(supportDeclaration.id, id));
}

/** All but those that are confirmed and not carried out yet. */
export async function deleteDeclarations(db: DbClient, before: Date): Promise<void> {
  const { createdAt, confirmedAt, content } = supportDeclaration;
  await db.delete(supportDeclaration).where(and(lt(createdAt, before), or(isNull(confirmedAt), isNull(content))));
}
