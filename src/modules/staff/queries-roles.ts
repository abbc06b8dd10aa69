// SQL of the roles that owners made.
import { asc, eq, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { operator, staffRole } from './tables.ts';

type RoleRow = typeof staffRole.$inferSelect;

/** With how many operators have it, or are invited to it. */
export const listRoles = (queries: DbClient) =>
  queries
    .select({
      id: staffRole.id,
      name: staffRole.name,
      permissions: staffRole.permissions,
      operators: sql<number>`(select count(*)::int from operator o where o.role = "staff_role"."id"::text and o.ended_at is null)`,
    })
    .from(staffRole)
    .orderBy(asc(staffRole.createdAt));

export async function findRole(queries: DbClient, id: string): Promise<RoleRow | undefined> {
  const [row] = await queries.select().from(staffRole).where(eq(staffRole.id, id));
  return row;
}

/** Undefined if another has the name. */
export async function saveRoleRow(tx: DbClient, row: RoleRow): Promise<boolean> {
  const { id, name, permissions } = row;
  const [taken] = await tx
    .select({ id: staffRole.id })
    .from(staffRole)
    .where(sql`lower(${staffRole.name}) = lower(${name}) and ${staffRole.id} <> ${id}`);
  if (taken) return false;
  await tx.insert(staffRole).values(row).onConflictDoUpdate({ target: staffRole.id, set: { name, permissions } });
  await tx.update(operator).set({ ownRole: { name, permissions } }).where(eq(operator.role, id));
  return true;
}

export async function deleteRole(tx: DbClient, id: string): Promise<void> {
  await tx.delete(staffRole).where(eq(staffRole.id, id));
}
