// The team: owners invite operators, change their roles and end their access. One owner always remains.

import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { deletePasskeys } from '#platform/identity/queries.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { dropOperatorCodes } from './account/queries.ts';
import type { Done, OperatorSession } from './actions.ts';
import { type AuthDeps, addOperator, inviteTo } from './auth.ts';
import { findGivenRole, lockGiver, refuseLacking } from './own-roles.ts';
import * as queries from './queries.ts';
import { hasOwnerAfterChange, INVITATION_HOURS } from './rules.ts';
import type { EndOperator, Holdings, Invite, Team } from './shapes.ts';
import { mayDo, nameRole, type Permission } from './shapes-roles.ts';

const messages = {
  here: /*i18n*/ { id: 'desk.here', message: 'This email already belongs to an operator.' },
  lastOwner: /*i18n*/ { id: 'desk.lastOwner', message: 'The shop needs an owner. Make someone else an owner first.' },
  pieces: /*i18n*/ {
    id: 'desk.end.pieces',
    message:
      '{count, plural, one {They have # piece} other {They have # pieces}} in progress. Choose who takes over, or return them to the queue.',
  },
  tickets: /*i18n*/ {
    id: 'desk.end.tickets',
    message: '{count, plural, one {They have # ticket} other {They have # tickets}}. Choose who takes over, or leave them unassigned.',
  },
  heir: /*i18n*/ { id: 'desk.end.heir', message: 'Choose an operator whose role allows this work.' },
} as const satisfies Record<string, Message>;

export async function getTeam({ ctx }: AuthDeps, { operator: by }: OperatorSession): Promise<Team> {
  const rows = await queries.listTeamRows(ctx.db.orm);
  return rows.map(({ id, name, email, role, ownRole, joinedAt, endedAt, totpSince, passkeys, seenAt }) => ({
    id,
    name,
    email: id === by.id || mayDo(by, 'team.emails') ? email : null,
    role,
    ownRole: ownRole && { name: ownRole.name, permissions: [...ownRole.permissions] },
    hasApp: totpSince !== null,
    passkeys,
    seenAt: seenAt?.toISOString() ?? null,
    state: endedAt ? 'ended' : joinedAt ? 'active' : 'invited',
  }));
}

export async function inviteOperator(deps: AuthDeps, tx: DbClient, by: Operator, request: Invite): Promise<Done> {
  const { giver } = await lockGiver(tx, by);
  const given = await findGivenRole(tx, giver, request.role);
  const added = await addOperator(deps.identity, tx, { ...request, ...given });
  if (!added) throw new UserError(400, { email: [messages.here] });
  await sendInvitation(deps, tx, added, by.name);
  const afterCommit = async () => logSecurity(deps.ctx.log, 'security.operator.invited', { role: request.role });
  return { entries: [{ id: added.id, after: { email: request.email, role: nameRole(given) } }], afterCommit };
}

/** Also for an operator who lost their app: they join again, and all their sessions end. */
export async function resendInvitation(deps: AuthDeps, tx: DbClient, by: Operator, id: string): Promise<Done> {
  await sendInvitation(deps, tx, await getActiveOperator(tx, id), by.name);
  return { entries: [{ id }], afterCommit: async () => logSecurity(deps.ctx.log, 'security.operator.invited', { about: id }) };
}

async function sendInvitation(deps: AuthDeps, tx: DbClient, to: queries.OperatorRow, by: string): Promise<void> {
  const link = await inviteTo(deps.identity, tx, to.id);
  await postMail(deps.ctx, tx, {
    to: to.email,
    locale: 'en',
    mail: 'desk-invitation',
    values: { name: to.name, by, link, hours: String(INVITATION_HOURS) },
  });
}

async function getActiveOperator(tx: DbClient, id: string): Promise<queries.OperatorRow> {
  const found = await queries.findActiveOperator(tx, id);
  if (!found) throw new UserError(404);
  return found;
}

export async function changeRole(
  { ctx }: AuthDeps,
  tx: DbClient,
  by: Operator,
  { id, role }: { readonly id: string; readonly role: string },
): Promise<Done> {
  const { team, giver } = await lockGiver(tx, by);
  const found = team.find((each) => each.id === id && !each.endedAt);
  if (!found) throw new UserError(404);
  refuseLacking('role', giver, found);
  const given = await findGivenRole(tx, giver, role);
  if (!hasOwnerAfterChange(team, { id, role })) throw new UserError(400, { role: [messages.lastOwner] });
  await queries.changeOperator(tx, id, given);
  const afterCommit = async () => logSecurity(ctx.log, 'security.role.changed', { about: id, role });
  return { entries: [{ id, before: { role: nameRole(found) }, after: { role: nameRole(given) } }], afterCommit };
}

type HeldWork<Held, Handed> = {
  countHeld(queries: DbClient, operatorId: string): Promise<Held>;
  handOver(tx: DbClient, by: Operator, request: { readonly from: string; readonly to: Operator | null }): Promise<readonly Handed[]>;
};

/** Later modules, whose work can be assigned to an operator. */
export type AssignedWork = {
  readonly pieces: HeldWork<Pick<Holdings, 'pieces' | 'delivered'>, { readonly pieceId: string }>;
  readonly tickets: HeldWork<number, { readonly number: string }>;
};

export async function countHoldings({ pieces, tickets }: AssignedWork, queries: DbClient, id: string): Promise<Holdings> {
  return { ...(await pieces.countHeld(queries, id)), tickets: await tickets.countHeld(queries, id) };
}

export async function endOperator(
  { ctx, identity }: AuthDeps,
  work: AssignedWork,
  tx: DbClient,
  by: Operator,
  { id, why: _, ...heirs }: EndOperator,
): Promise<Done> {
  const { team, giver } = await lockGiver(tx, by);
  const found = team.find((each) => each.id === id && !each.endedAt);
  if (!found) throw new UserError(404);
  refuseLacking('', giver, found);
  if (found.joinedAt && !hasOwnerAfterChange(team, { id, role: null })) throw new UserError(400, { '': [messages.lastOwner] });
  const handedOver = await handOverWork(work, tx, { team, leaving: id, by, ...heirs });
  await queries.changeOperator(tx, id, { endedAt: ctx.clock.now(), passwordHash: null, totpSecret: null, totpSince: null });
  await queries.endOperatorSessions(tx, id);
  await deletePasskeys(tx, identity.tables, id);
  await queries.dropInvitations(tx, id);
  await dropOperatorCodes(tx, id);
  const afterCommit = async () => logSecurity(ctx.log, 'security.operator.ended', { about: id });
  return { entries: [{ id, before: { role: nameRole(found) }, after: handedOver }], afterCommit };
}

type Leaving = Pick<EndOperator, 'piecesTo' | 'ticketsTo'> & {
  readonly team: readonly queries.OperatorRow[];
  readonly leaving: string;
  readonly by: Operator;
};

/** Called under the team's lock, so nothing new can be assigned meanwhile. */
async function handOverWork(work: AssignedWork, tx: DbClient, { team, leaving, by, piecesTo, ticketsTo }: Leaving) {
  const holdings = await countHoldings(work, tx, leaving);
  const missingHeirs = {
    ...(holdings.pieces > 0 && piecesTo === undefined ? { piecesTo: [{ ...messages.pieces, values: { count: holdings.pieces } }] } : {}),
    ...(holdings.tickets > 0 && ticketsTo === undefined
      ? { ticketsTo: [{ ...messages.tickets, values: { count: holdings.tickets } }] }
      : {}),
  };
  if (Object.keys(missingHeirs).length > 0) throw new UserError(400, missingHeirs);
  const findHeir = (field: 'piecesTo' | 'ticketsTo', to: string | null | undefined, act: Permission): Operator | null => {
    if (!to) return null;
    const heir = team.find((each) => each.id === to && each.id !== leaving && each.joinedAt && !each.endedAt && mayDo(each, act));
    if (!heir) throw new UserError(400, { [field]: [messages.heir] });
    return { id: heir.id, name: heir.name };
  };
  const pieces = await work.pieces.handOver(tx, by, { from: leaving, to: findHeir('piecesTo', piecesTo, 'queue.work') });
  const tickets = await work.tickets.handOver(tx, by, { from: leaving, to: findHeir('ticketsTo', ticketsTo, 'tickets.answer') });
  return {
    pieces: pieces.map(({ pieceId }) => pieceId),
    piecesTo: piecesTo ?? null,
    tickets: tickets.map(({ number }) => number),
    ticketsTo: ticketsTo ?? null,
  };
}
