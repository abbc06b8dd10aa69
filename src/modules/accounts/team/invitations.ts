// Invitations to a team, by mail: each works once, until it expires or is revoked. A hand-over is the
// invitation of a member to become the owner.

import type { Locale } from '#lib/locale.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { postMail } from '#modules/mail/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { translate } from '#platform/i18n.ts';
import { createCode, readCode } from '#platform/identity/codes.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { newId } from '#platform/new-id.ts';
import type { AccountsDeps } from '../deps.ts';
import { codeMessage } from '../email/codes.ts';
import { lockAccount } from '../email/queries.ts';
import { type MailedOwner, mailHandedOver } from '../mails.ts';
import { findByEmail, findById } from '../queries.ts';
import { announceChange, changeTeam, hasAddress, nameAccounts, requireMember } from './change-team.ts';
import * as queries from './queries.ts';
import { getInvitationEnd, MAX_MEMBERS, type Role } from './rules.ts';
import type { Invitation, Invite } from './shapes.ts';

const messages = {
  most: /*i18n*/ { id: 'team.most', message: 'A team has up to {count} people, with open invitations.' },
  already: /*i18n*/ { id: 'team.already', message: 'This person is in the team already.' },
  other: /*i18n*/ { id: 'team.otherAddress', message: 'This invitation was sent to {email}. Log in with that address to accept it.' },
} as const satisfies Record<string, Message>;

/** As mails say them. */
const roles = {
  owner: /*i18n*/ { id: 'team.role.owner', message: 'Owner' },
  orders: /*i18n*/ { id: 'team.role.orders', message: 'Orders' },
  pays: /*i18n*/ { id: 'team.role.pays', message: 'Payments' },
  reads: /*i18n*/ { id: 'team.role.reads', message: 'Read only' },
  accountant: /*i18n*/ { id: 'team.role.accountant', message: 'Accountant' },
} as const satisfies Record<Role, Message>;

/** In the language of an account with this address, else in that of who invites. */
export async function inviteMember(deps: AccountsDeps, caller: Caller, { email, role }: Invite, locale: Locale): Promise<void> {
  await takePoints(deps.ctx, [{ limit: 'team.account', of: caller.accountId }]);
  await changeTeam(deps, caller, async (tx) => {
    const known = await findByEmail(tx, normalizeEmail(email));
    if (known && (await isInTeam(tx, caller.accountId, known.id))) throw new UserError(400, { email: [messages.already] });
    await sendInvitation(deps, tx, caller, { email, role, locale: known?.locale ?? locale });
  });
}

const isInTeam = async (tx: DbClient, accountId: string, personId: string): Promise<boolean> =>
  ((await queries.findRole(tx, accountId, personId)) ?? (personId === accountId ? 'owner' : 'none')) !== 'none';

/** The account is the member's once they accept. */
export async function offerAccountToMember(deps: AccountsDeps, caller: Caller, personId: string): Promise<void> {
  await takePoints(deps.ctx, [{ limit: 'team.account', of: caller.accountId }]);
  await changeTeam(deps, caller, async (tx) => {
    await requireMember(tx, caller.accountId, personId);
    const person = await findById(tx, personId);
    if (!person) throw new UserError(404);
    await queries.endInvitations(tx, caller.accountId, { role: 'owner' }, deps.ctx.clock.now());
    await sendInvitation(deps, tx, caller, { ...person, role: 'owner' });
  });
}

type Recipient = { readonly email: string; readonly role: Role; readonly locale: Locale };

async function sendInvitation(
  deps: AccountsDeps,
  tx: DbClient,
  { accountId, personId }: Caller,
  { email, role, locale }: Recipient,
): Promise<void> {
  const { ctx } = deps;
  const now = ctx.clock.now();
  await queries.endInvitations(tx, accountId, { emailKey: normalizeEmail(email) }, now);
  if ((await queries.countSeats(tx, accountId, now)) >= MAX_MEMBERS)
    throw new UserError(400, { '': [{ ...messages.most, values: { count: MAX_MEMBERS } }] });
  const { code, codeHash } = createCode();
  const expiresAt = getInvitationEnd(now);
  const row = { id: newId(now), accountId, email, emailKey: normalizeEmail(email), role, codeHash, invitedById: personId };
  await queries.insertInvitation(tx, { ...row, createdAt: now, expiresAt });
  const { team, by } = await nameInvitation(deps, tx, row);
  const link = `${ctx.config.shopUrl}/account/invitation?code=${code}`;
  const values = { by, team, role: translate(roles[role], locale), link, until: expiresAt.toISOString() };
  await postMail(ctx, tx, { to: email, locale, mail: role === 'owner' ? 'team-hand-over' : 'team-invitation', values });
}

async function nameInvitation(deps: AccountsDeps, from: DbClient, row: { readonly accountId: string; readonly invitedById: string }) {
  const people = await queries.findNames(from, [row.accountId, row.invitedById]);
  const inviter = people.find(({ id }) => id === row.invitedById);
  return {
    team: (await nameAccounts(deps, from, people)).get(row.accountId) ?? '',
    by: inviter ? formatPersonName(inviter) || inviter.email : '',
  };
}

const createCodeError = (): UserError => new UserError(400, { code: [codeMessage] });

async function readInvitation({ ctx }: AccountsDeps, orm: DbClient, code: string) {
  const codeHash = readCode(code);
  const found = codeHash && (await queries.findInvitation(orm, codeHash, ctx.clock.now()));
  if (!found) throw createCodeError();
  return found;
}

export async function findInvitation(deps: AccountsDeps, { personId }: Caller, code: string): Promise<Invitation> {
  const { orm } = deps.ctx.db;
  const found = await readInvitation(deps, orm, code);
  const person = await findById(orm, personId);
  const { email, role, expiresAt } = found;
  const isYours = person !== undefined && hasAddress(person, email);
  return { ...(await nameInvitation(deps, orm, found)), role, email, isYours, expiresAt: expiresAt.toISOString() };
}

export async function joinTeam(deps: AccountsDeps, caller: Caller, code: string): Promise<void> {
  const { personId } = caller;
  const { ctx } = deps;
  await transaction(ctx.db, async (tx) => {
    const { accountId } = await readInvitation(deps, tx, code);
    if (!(await lockAccount(tx, accountId))) throw createCodeError();
    // Again under the lock: it may have been used or revoked meanwhile.
    const invitation = await readInvitation(deps, tx, code);
    const person = await findById(tx, personId);
    if (!person || !hasAddress(person, invitation.email))
      throw new UserError(400, { '': [{ ...messages.other, values: { email: invitation.email } }] });
    if (invitation.role === 'owner') await acceptHandOver(deps, tx, invitation, person);
    else if (await isInTeam(tx, accountId, personId)) throw new UserError(400, { '': [messages.already] });
    else await queries.setMember(tx, { accountId, personId, role: invitation.role, since: ctx.clock.now() });
    await queries.endInvitations(tx, accountId, { id: invitation.id }, ctx.clock.now());
    await announceChange(deps, tx, accountId);
    await queries.setActingFor(tx, caller, accountId === personId ? null : accountId);
  });
}

type Offer = { readonly accountId: string; readonly invitedById: string };

/** The owner before stays as a member who orders; the new one can change that. */
async function acceptHandOver(deps: AccountsDeps, tx: DbClient, offer: Offer, person: MailedOwner): Promise<void> {
  const { ctx } = deps;
  const { accountId, invitedById } = offer;
  const { id: personId } = person;
  if ((await queries.findOwner(tx, accountId)) !== invitedById) throw createCodeError();
  await requireMember(tx, accountId, personId);
  await queries.setMember(tx, { accountId, personId: invitedById, role: 'orders', since: ctx.clock.now() });
  // Who registered an account owns it without a row.
  if (personId === accountId) await queries.deleteMember(tx, accountId, personId);
  else await queries.setMember(tx, { accountId, personId, role: 'owner', since: ctx.clock.now() });
  const before = await findById(tx, invitedById);
  if (before)
    await mailHandedOver(ctx, tx, before, {
      team: (await nameInvitation(deps, tx, offer)).team,
      by: formatPersonName(person) || person.email,
    });
}
