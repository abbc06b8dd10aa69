// Adds, renames and removes an operator's passkeys. In production an operator without an app cannot remove
// the last one.

import type { NewCredential, PasskeyList, PasskeyOptions } from '#lib/people/passkey.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { AddPasskey, RenamePasskey } from '#modules/accounts/passkeys/shapes.ts';
import { describeDevice } from '#modules/accounts/rules.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { ChallengeUse } from '#platform/identity/challenges.ts';
import { creationOptions, readCreation, type StoredPasskey } from '#platform/identity/passkeys.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { newId } from '#platform/new-id.ts';
import { type OperatorSession, writeAudit } from '../actions.ts';
import type { AuthDeps } from '../auth.ts';
import type { OperatorRow } from '../queries.ts';
import { operatorStepUpNeeded } from '../step-up.ts';
import * as queries from './queries.ts';

/** More passkeys than an operator has devices. */
const MAX_PASSKEYS = 20;

const messages = {
  notAdded: /*i18n*/ { id: 'desk.passkeyNotAdded', message: 'This passkey couldn’t be added. Try again.' },
  known: /*i18n*/ { id: 'desk.passkeyKnown', message: 'This passkey is already added.' },
  most: /*i18n*/ { id: 'desk.passkeyMost', message: 'You have {count} passkeys, the maximum. Remove one first.' },
  last: /*i18n*/ {
    id: 'desk.passkeyLast',
    message: 'You need it to log in. Add another passkey or an authenticator app before you remove it.',
  },
} as const satisfies Record<string, Message>;

const challengeFor = ({ sessionId }: OperatorSession): ChallengeUse => ({ purpose: 'desk.add', holder: sessionId });
export async function listPasskeys({ ctx: { db } }: AuthDeps, { operator: { id: operatorId } }: OperatorSession): Promise<PasskeyList> {
  return (await queries.listOperatorPasskeys(db.orm, operatorId)).map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

export async function operatorPasskeyOptions(deps: AuthDeps, session: OperatorSession): Promise<PasskeyOptions> {
  const passkeys = await queries.listOperatorPasskeys(deps.ctx.db.orm, session.operator.id);
  return creationOptions(deps.ctx, deps.party, { use: challengeFor(session), person: session.operator, passkeys });
}

export async function addOperatorPasskey(
  deps: AuthDeps,
  session: OperatorSession,
  request: AddPasskey,
  userAgent: string | undefined,
): Promise<PasskeyList> {
  const { ctx } = deps;
  const made = await readNew(deps, { use: challengeFor(session), sent: request.credential });
  await transaction(ctx.db, async (tx) => {
    const owner = await lockConfirmed(tx, ctx, session);
    if ((await queries.countOperatorPasskeys(tx, owner.id)) >= MAX_PASSKEYS)
      throw new UserError(400, { '': [{ ...messages.most, values: { count: MAX_PASSKEYS } }] });
    await keepPasskey(ctx, tx, owner, { made, name: request.name || describeDevice(userAgent) || 'Passkey' });
  });
  return listPasskeys(deps, session);
}

/** Verifies a new passkey; throws a user error if it is invalid. */
export async function readNew({ ctx, party }: AuthDeps, of: { use: ChallengeUse; sent: NewCredential }): Promise<StoredPasskey> {
  const made = await readCreation(ctx, party, of);
  if (!made) throw new UserError(400, { '': [messages.notAdded] });
  return made;
}

type New = { readonly made: StoredPasskey; readonly name: string };

export async function keepPasskey(ctx: AppContext, tx: DbClient, owner: OperatorRow, { made, name }: New): Promise<void> {
  const now = ctx.clock.now();
  const row = { ...made, id: newId(now), operatorId: owner.id, name, transports: [...made.transports], createdAt: now };
  if (!(await queries.insertOperatorPasskey(tx, row))) throw new UserError(400, { '': [messages.known] });
  await writeAudit(tx, owner, now, { act: 'passkey.add', about: { kind: 'operator', id: owner.id }, after: { passkey: name } });
  await tell(ctx, tx, owner, { mail: 'desk-passkey-added', passkey: name });
  logSecurity(ctx.log, 'security.factor.added', { operator: owner.id, factor: 'passkey' });
}

export async function renameOperatorPasskey(deps: AuthDeps, session: OperatorSession, request: RenamePasskey): Promise<PasskeyList> {
  if (!(await queries.setOperatorPasskeyName(deps.ctx.db.orm, session.operator.id, request))) throw new UserError(404);
  return listPasskeys(deps, session);
}

export async function removeOperatorPasskey(deps: AuthDeps, session: OperatorSession, id: string): Promise<PasskeyList> {
  const { ctx } = deps;
  await transaction(ctx.db, async (tx) => {
    const owner = await lockConfirmed(tx, ctx, session);
    const name = await queries.deleteOperatorPasskey(tx, owner.id, id);
    if (name === undefined) throw new UserError(404);
    if (ctx.config.production && !owner.totpSince && (await queries.countOperatorPasskeys(tx, owner.id)) === 0)
      throw new UserError(400, { '': [messages.last] });
    const now = ctx.clock.now();
    await writeAudit(tx, owner, now, { act: 'passkey.remove', about: { kind: 'operator', id: owner.id }, before: { passkey: name } });
    await tell(ctx, tx, owner, { mail: 'desk-passkey-removed', passkey: name });
  });
  logSecurity(ctx.log, 'security.factor.removed', { factor: 'passkey' });
  return listPasskeys(deps, session);
}

/** The session may have ended since the call began. */
async function lockConfirmed(tx: DbClient, ctx: AppContext, session: OperatorSession): Promise<OperatorRow> {
  const owner = await queries.lockOperator(tx, session.operator.id);
  if (!owner || !(await queries.isOperatorSessionConfirmed(tx, session.sessionId, ctx.clock.now()))) throw operatorStepUpNeeded();
  return owner;
}

type PasskeyNotice = { readonly mail: 'desk-passkey-added' | 'desk-passkey-removed'; readonly passkey: string };

async function tell(ctx: AppContext, tx: DbClient, { email, name }: OperatorRow, { mail, passkey }: PasskeyNotice): Promise<void> {
  await postMail(ctx, tx, { to: email, locale: 'en', mail, values: { name, passkey, at: ctx.clock.now().toISOString() } });
}
