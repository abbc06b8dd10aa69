// Add, rename and remove passkeys. Requires a confirmed address and a step-up; the owner is notified.

import type { PasskeyList, PasskeyOptions } from '#lib/people/passkey.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import type { ChallengeUse } from '#platform/identity/challenges.ts';
import { creationOptions, readCreation } from '#platform/identity/passkeys.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import type { AccountsDeps, Visitor } from '../deps.ts';
import { lockAccount } from '../email/queries.ts';
import { addressUnconfirmed } from '../factor-errors.ts';
import { mailPasskeyChange } from '../mails.ts';
import { findById } from '../queries.ts';
import { describeDevice } from '../rules.ts';
import { assertStepUp } from '../step-up.ts';
import * as queries from './queries.ts';
import type { AddPasskey, RenamePasskey } from './shapes.ts';

/** Limit per account. */
const MAX_PASSKEYS = 20;

const messages = {
  notAdded: /*i18n*/ { id: 'passkey.notAdded', message: 'This passkey couldn’t be added. Try again.' },
  known: /*i18n*/ { id: 'passkey.known', message: 'This passkey is already added.' },
  most: /*i18n*/ { id: 'passkey.most', message: 'You have {count} passkeys, the maximum. Remove one first.' },
} as const satisfies Record<string, Message>;

const challengeFor = ({ sessionId }: Caller): ChallengeUse => ({ purpose: 'shop.add', holder: sessionId });

export async function passkeys({ ctx: { db } }: AccountsDeps, { accountId }: Caller): Promise<PasskeyList> {
  return (await queries.listAccountPasskeys(db.orm, accountId)).map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

export async function accountPasskeyOptions({ ctx, party }: AccountsDeps, caller: Caller): Promise<PasskeyOptions> {
  const owner = await findById(ctx.db.orm, caller.accountId);
  if (!owner) throw new UserError(401);
  if (!owner.emailVerifiedAt) throw addressUnconfirmed();
  const person = { id: owner.id, email: owner.email, name: `${owner.firstName} ${owner.lastName}` };
  return creationOptions(ctx, party, {
    use: challengeFor(caller),
    person,
    passkeys: await queries.listAccountPasskeys(ctx.db.orm, owner.id),
  });
}

export async function addAccountPasskey(deps: AccountsDeps, caller: Caller, request: AddPasskey, visitor: Visitor): Promise<PasskeyList> {
  const { ctx, party } = deps;
  const { accountId } = caller;
  const created = await readCreation(ctx, party, { use: challengeFor(caller), sent: request.credential });
  if (!created) throw new UserError(400, { '': [messages.notAdded] });
  const name = request.name || describeDevice(visitor.userAgent) || 'Passkey';
  await transaction(ctx.db, async (tx) => {
    await lockAccount(tx, accountId);
    const now = ctx.clock.now();
    await assertStepUp(tx, caller, now);
    const owner = await findById(tx, accountId);
    if (!owner) throw new UserError(401);
    if (!owner.emailVerifiedAt) throw addressUnconfirmed();
    if ((await queries.countAccountPasskeys(tx, accountId)) >= MAX_PASSKEYS)
      throw new UserError(400, { '': [{ ...messages.most, values: { count: MAX_PASSKEYS } }] });
    const row = { ...created, accountId, name, transports: [...created.transports], createdAt: now };
    if (!(await queries.insertAccountPasskey(tx, row))) throw new UserError(400, { '': [messages.known] });
    await mailPasskeyChange(ctx, tx, owner, { mail: 'passkey-added', passkey: name });
  });
  logSecurity(ctx.log, 'security.factor.added', { factor: 'passkey' });
  return passkeys(deps, caller);
}

export async function renameAccountPasskey(deps: AccountsDeps, caller: Caller, request: RenamePasskey): Promise<PasskeyList> {
  if (!(await queries.setAccountPasskeyName(deps.ctx.db.orm, caller.accountId, request))) throw new UserError(404);
  return passkeys(deps, caller);
}

export async function removeAccountPasskey(deps: AccountsDeps, caller: Caller, id: string): Promise<PasskeyList> {
  const { ctx } = deps;
  await transaction(ctx.db, async (tx) => {
    await lockAccount(tx, caller.accountId);
    await assertStepUp(tx, caller, ctx.clock.now());
    const passkey = await queries.deleteAccountPasskey(tx, caller.accountId, id);
    if (passkey === undefined) throw new UserError(404);
    const owner = await findById(tx, caller.accountId);
    if (owner) await mailPasskeyChange(ctx, tx, owner, { mail: 'passkey-removed', passkey });
  });
  logSecurity(ctx.log, 'security.factor.removed', { factor: 'passkey' });
  return passkeys(deps, caller);
}
