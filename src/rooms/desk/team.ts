// Who works here: owners let others in, say what they may do, and end it. One owner always stays.
import { change, type Queries } from '../../infra/db.ts';
import { type Message, Refusal } from '../../lib/refusal.ts';
import { postMail } from '../mail/actions.ts';
import { writeAudit } from './audit.ts';
import { addOperator, inviteTo, type Means, type Seat } from './operators.ts';
import * as queries from './queries.ts';
import { INVITATION_HOURS, keepsAnOwner } from './rules.ts';
import type { Invite, Team } from './shapes.ts';
import type { Role } from './shapes-roles.ts';

const messages = {
  here: /*i18n*/ { id: 'desk.here', message: 'Somebody with this address works here already.' },
  lastOwner: /*i18n*/ { id: 'desk.lastOwner', message: 'One owner has to stay: make somebody else an owner first.' },
} as const satisfies Record<string, Message>;

export async function teamOf({ ground }: Means): Promise<Team> {
  const rows = await queries.teamRows(ground.db.orm);
  return rows.map(({ id, name, email, role, joinedAt, endedAt, totpSince, seenAt }) => ({
    ...{ id, name, email, role, hasApp: totpSince !== null, seenAt: seenAt?.toISOString() ?? null },
    state: endedAt ? 'ended' : joinedAt ? 'active' : 'invited',
  }));
}

export async function invite(means: Means, { operator: by }: Seat, ask: Invite): Promise<void> {
  await change(means.ground.db, async (tx) => {
    const added = await addOperator(means, tx, ask);
    if (!added) throw new Refusal(400, { email: [messages.here] });
    await sendInvitation(means, tx, added, by.name);
    const after = { email: ask.email, role: ask.role };
    await writeAudit(tx, by, means.ground.clock.now(), { act: 'team.invite', about: { kind: 'operator', id: added.id }, after });
  });
}

/** Also for whoever has lost their app: they join anew, and everything they had open ends. */
export async function inviteAgain(means: Means, { operator: by }: Seat, id: string): Promise<void> {
  await change(means.ground.db, async (tx) => {
    const found = await workingHere(tx, id);
    await sendInvitation(means, tx, found, by.name);
    await writeAudit(tx, by, means.ground.clock.now(), { act: 'team.inviteAgain', about: { kind: 'operator', id } });
  });
}

async function sendInvitation(means: Means, tx: Queries, to: queries.OperatorRow, by: string): Promise<void> {
  const link = await inviteTo(means, tx, to.id);
  await postMail(means.ground, tx, {
    ...{ to: to.email, locale: 'en', mail: 'desk-invitation' },
    values: { name: to.name, by, link, hours: String(INVITATION_HOURS) },
  });
}

async function workingHere(tx: Queries, id: string): Promise<queries.OperatorRow> {
  const found = await queries.operatorById(tx, id);
  if (!found || found.endedAt) throw new Refusal(404);
  return found;
}

export async function changeRole({ ground }: Means, { operator: by }: Seat, { id, role }: { id: string; role: Role }): Promise<void> {
  await change(ground.db, async (tx) => {
    const team = await queries.lockTeam(tx);
    const found = team.find((each) => each.id === id && !each.endedAt);
    if (!found) throw new Refusal(404);
    if (!keepsAnOwner(team, { id, role })) throw new Refusal(400, { role: [messages.lastOwner] });
    await queries.changeOperator(tx, id, { role });
    const [before, after] = [{ role: found.role }, { role }];
    await writeAudit(tx, by, ground.clock.now(), { act: 'team.changeRole', about: { kind: 'operator', id }, before, after });
  });
}

export async function endOperator({ ground }: Means, { operator: by }: Seat, { id, why }: { id: string; why: string }): Promise<void> {
  await change(ground.db, async (tx) => {
    const team = await queries.lockTeam(tx);
    const found = team.find((each) => each.id === id && !each.endedAt);
    if (!found) throw new Refusal(404);
    if (found.joinedAt && !keepsAnOwner(team, { id, role: null })) throw new Refusal(400, { '': [messages.lastOwner] });
    await queries.changeOperator(tx, id, { endedAt: ground.clock.now(), passwordHash: null, totpSecret: null, totpSince: null });
    await queries.endSessionsOf(tx, id);
    await queries.dropInvitations(tx, id);
    const before = { role: found.role };
    await writeAudit(tx, by, ground.clock.now(), { act: 'team.end', about: { kind: 'operator', id }, before, why });
  });
}
