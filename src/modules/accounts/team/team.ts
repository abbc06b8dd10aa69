// The team of an account: members with roles. The account buys; its members act for it, and a session says
// for which account its person acts.

import { formatPersonName } from '#lib/people/person-name.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import type { AccountsDeps } from '../deps.ts';
import { lockAccount } from '../email/queries.ts';
import { findById } from '../queries.ts';
import { announceChange, changeTeam, nameAccounts, requireMember } from './change-team.ts';
import { findInvitation, inviteMember, joinTeam, offerAccountToMember } from './invitations.ts';
import * as queries from './queries.ts';
import type { Role } from './rules.ts';
import type { Invite, Team, TeamAccounts, TeamActs, TeamRole } from './shapes.ts';

const messages = {
  owned: /*i18n*/ { id: 'team.owned', message: 'This account belongs to a team now. Only its owner can have it deleted: ask us for it.' },
  ownsOther: /*i18n*/ { id: 'team.ownsOther', message: 'You own another account. Hand it over to somebody else first.' },
} as const satisfies Record<string, Message>;

export function createTeam(deps: AccountsDeps) {
  const { db, clock } = deps.ctx;
  return {
    listAccounts: (caller: Caller) => listAccounts(deps, caller),
    async switchTo(caller: Caller, accountId: string): Promise<void> {
      const other = accountId === caller.personId ? null : accountId;
      if (!(await queries.setActingFor(db.orm, caller, other))) throw new UserError(404);
    },
    get: (caller: Caller) => getTeam(deps, caller),
    listActs: (caller: Caller) => listActs(deps, caller),
    invite: (caller: Caller, request: Invite, locale: Parameters<typeof inviteMember>[3]) => inviteMember(deps, caller, request, locale),
    findInvitation: (caller: Caller, code: string) => findInvitation(deps, caller, code),
    join: (caller: Caller, code: string) => joinTeam(deps, caller, code),
    handOver: (caller: Caller, personId: string) => offerAccountToMember(deps, caller, personId),
    revoke: (caller: Caller, id: string) =>
      changeTeam(deps, caller, async (tx) => {
        if ((await queries.endInvitations(tx, caller.accountId, { id }, clock.now())) === 0) throw new UserError(404);
      }),
    /** For the desk, with the owner. */
    listMembers: (accountId: string) => listMembers(db.orm, accountId),
    /** By the desk. Returns the role that the person had. */
    async endMember(tx: DbClient, accountId: string, personId: string): Promise<Role> {
      if (!(await lockAccount(tx, accountId))) throw new UserError(404);
      const role = await requireMember(tx, accountId, personId);
      await removeMember(deps, tx, accountId, personId);
      return role;
    },
    setRole: (caller: Caller, { personId, role }: TeamRole) =>
      changeTeam(deps, caller, async (tx) => {
        await requireMember(tx, caller.accountId, personId);
        await queries.setMember(tx, { accountId: caller.accountId, personId, role, since: clock.now() });
        await announceChange(deps, tx, caller.accountId);
      }),
    remove: (caller: Caller, personId: string) =>
      changeTeam(deps, caller, async (tx) => {
        await requireMember(tx, caller.accountId, personId);
        await removeMember(deps, tx, caller.accountId, personId);
      }),
    leave: ({ personId }: Caller, accountId: string) =>
      transaction(db, async (tx) => {
        await lockAccount(tx, accountId);
        await requireMember(tx, accountId, personId);
        await removeMember(deps, tx, accountId, personId);
      }),
  };
}

/** Without a row the person who registered the account would be its owner. */
async function removeMember(deps: AccountsDeps, tx: DbClient, accountId: string, personId: string): Promise<void> {
  if (personId === accountId) await queries.setMember(tx, { accountId, personId, role: 'none', since: deps.ctx.clock.now() });
  else await queries.deleteMember(tx, accountId, personId);
  await announceChange(deps, tx, accountId);
}

async function listAccounts(deps: AccountsDeps, { personId, sessionId }: Caller): Promise<TeamAccounts> {
  const { orm } = deps.ctx.db;
  const [acting, self, memberships] = await Promise.all([
    deps.findActing(sessionId),
    findById(orm, personId),
    queries.listMemberships(orm, personId),
  ]);
  if (!acting || !self) throw new UserError(401);
  const isOwn = memberships.every(({ id }) => id !== personId);
  const known = await nameAccounts(deps, orm, [self, ...memberships]);
  const accounts = [...(isOwn ? [{ id: personId, role: 'owner' as const }] : []), ...memberships].flatMap(({ id, role }) =>
    role === 'none' ? [] : [{ id, name: known.get(id) ?? '', role }],
  );
  return { accountId: acting.accountId, role: acting.role, accounts };
}

async function listMembers(orm: DbClient, accountId: string): Promise<Omit<Team['members'][number], 'isYou'>[]> {
  const [ownerId, members] = await Promise.all([queries.findOwner(orm, accountId), queries.listMembers(orm, accountId)]);
  const owner = ownerId === accountId ? await findById(orm, accountId) : undefined;
  const registered = owner ? [{ ...owner, personId: accountId, role: 'owner' as const, since: null }] : [];
  return [...registered, ...members].flatMap(({ personId, role, since, email, ...names }) =>
    role === 'none' ? [] : [{ personId, name: formatPersonName(names), email, role, since: since?.toISOString() ?? null }],
  );
}

async function getTeam({ ctx }: AccountsDeps, { accountId, personId }: Caller): Promise<Team> {
  const { orm } = ctx.db;
  const members = await listMembers(orm, accountId);
  const isOwner = members.some((each) => each.role === 'owner' && each.personId === personId);
  const invitations = isOwner ? await queries.listInvitations(orm, accountId, ctx.clock.now()) : [];
  return {
    members: members.map((each) => ({ ...each, isYou: each.personId === personId })),
    invitations: invitations.map(({ id, email, role, expiresAt }) => ({ id, email, role, expiresAt: expiresAt.toISOString() })),
  };
}

async function listActs({ ctx }: AccountsDeps, { accountId }: Caller): Promise<TeamActs> {
  return (await queries.listActs(ctx.db.orm, accountId)).map(({ act, erasedAt, email, ...names }) => ({
    at: act.at.toISOString(),
    name: erasedAt ? null : formatPersonName(names) || email,
    call: act.call,
    subject: act.subject,
    isDone: act.doneAt !== null,
  }));
}

/** Why a person cannot close their account yet. */
export async function findTeamClosingBlock(tx: DbClient, { accountId }: { readonly accountId: string }): Promise<Message | undefined> {
  const { ownsOther, isOwned } = await queries.findHandedOver(tx, accountId);
  if (isOwned) return messages.owned;
  return ownsOther ? messages.ownsOther : undefined;
}
