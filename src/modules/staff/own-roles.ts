// Roles that owners make from the table of permissions. An operator gives only rights that they have.
// All changes lock the team, and read the giver again under the lock.
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import type { Done } from './actions.ts';
import * as queries from './queries.ts';
import { deleteRole, findRole, listRoles, saveRoleRow } from './queries-roles.ts';
import type { OwnRoles, SaveRole } from './shapes.ts';
import { listPermissions, mayDo, namelessPermissions, type Permission, permissions, type RoleHolder, roles } from './shapes-roles.ts';

const messages = {
  lacks: /*i18n*/ { id: 'desk.lacksRight', message: 'You can’t give or take what you may not do yourself: {rights}' },
  names: /*i18n*/ { id: 'desk.hidesNames', message: 'A role that hides customers’ names can’t have: {rights}' },
  taken: /*i18n*/ { id: 'desk.roleTaken', message: 'There is a role of this name.' },
  unknown: /*i18n*/ { id: 'desk.roleUnknown', message: 'This role was removed. Choose another one.' },
  inUse: /*i18n*/ { id: 'desk.roleInUse', message: 'Someone has this role. Give them another one first.' },
} as const satisfies Record<string, Message>;

const describeAll = (acts: readonly Permission[]): string => acts.map((act) => permissions[act].about).join(' ');

/** The whole team, and the operator who gives or takes, as they are now. */
export async function lockGiver(tx: DbClient, by: Operator) {
  const team = await queries.lockTeam(tx);
  const giver = team.find(({ id, endedAt }) => id === by.id && !endedAt);
  if (!giver) throw new UserError(401);
  if (!mayDo(giver, 'team.manage')) throw new UserError(403);
  return { team, giver };
}

/** Of somebody who may do more than oneself, nothing is changed either. */
export function refuseLacking(field: string, giver: RoleHolder, given: RoleHolder | readonly Permission[]): void {
  const acts = 'role' in given ? listPermissions(given) : given;
  const lacking = acts.filter((act) => !mayDo(giver, act));
  if (lacking.length > 0) throw new UserError(400, { [field]: [{ ...messages.lacks, values: { rights: describeAll(lacking) } }] });
}

/** The columns of an operator with this role. The team is locked. */
export async function findGivenRole(tx: DbClient, giver: RoleHolder, role: string): Promise<RoleHolder> {
  const isBuiltIn = (roles as readonly string[]).includes(role);
  const own = isBuiltIn ? undefined : await findRole(tx, role);
  if (!isBuiltIn && !own) throw new UserError(400, { role: [messages.unknown] });
  const given = { role, ownRole: own ? { name: own.name, permissions: own.permissions } : null };
  refuseLacking('role', giver, given);
  return given;
}

export const listOwnRoles = async (from: DbClient): Promise<OwnRoles> =>
  (await listRoles(from)).map((role) => ({ ...role, permissions: [...role.permissions] }));

/** Those who have it may do what it says from their next request on. */
export async function saveRole(
  { clock }: AppContext,
  tx: DbClient,
  by: Operator,
  { id, name, permissions: acts }: SaveRole,
): Promise<Done> {
  const { giver } = await lockGiver(tx, by);
  const before = id === undefined ? undefined : await findRole(tx, id);
  if (id !== undefined && !before) throw new UserError(404);
  const known = (before?.permissions ?? []) as readonly Permission[];
  refuseLacking('permissions', giver, [...new Set(acts).symmetricDifference(new Set(known.filter((act) => act in permissions)))]);
  const naming = acts.includes('queue.names') ? [] : acts.filter((act) => !namelessPermissions.includes(act));
  if (naming.length > 0) throw new UserError(400, { permissions: [{ ...messages.names, values: { rights: describeAll(naming) } }] });
  const now = clock.now();
  const row = { id: id ?? newId(now), name, permissions: [...new Set(acts)], createdAt: before?.createdAt ?? now };
  const isBuiltIn = (roles as readonly string[]).includes(name.toLowerCase());
  if (isBuiltIn || !(await saveRoleRow(tx, row))) throw new UserError(400, { name: [messages.taken] });
  const act = before ? 'role.change' : 'role.create';
  const old = before && { name: before.name, permissions: before.permissions };
  return { entries: [{ id: row.id, act, before: old, after: { name, permissions: row.permissions } }] };
}

export async function removeRole(tx: DbClient, by: Operator, id: string): Promise<Done> {
  const { team } = await lockGiver(tx, by);
  const found = await findRole(tx, id);
  if (!found) throw new UserError(404);
  if (team.some(({ role, endedAt }) => role === id && !endedAt)) throw new UserError(400, { '': [messages.inUse] });
  await deleteRole(tx, id);
  return { entries: [{ id, before: { name: found.name, permissions: found.permissions } }] };
}
