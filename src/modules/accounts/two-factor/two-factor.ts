// Turns two-step log-in on and off. Needs a confirmed address, and a code that proves the app has the secret.

import { type Message, UserError } from '#lib/user-error.ts';
import { transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { createWrongPasswordError } from '#platform/identity/errors.ts';
import { createSpareCodes } from '#platform/identity/recovery-codes.ts';
import { consumeFactor, verifyAppCode, verifySecondFactor } from '#platform/identity/second-factor.ts';
import { verifyOwner } from '#platform/identity/step-up.ts';
import { createTotpAddress, createTotpSecret } from '#platform/identity/totp.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import type { AccountsDeps } from '../deps.ts';
import { assertConfirmed, toHolder } from '../identity.ts';
import { mailSecurityChange } from '../mails.ts';
import { findById } from '../queries.ts';
import type { Proven, SpareCodes, TotpSecret, TwoFactor } from '../shapes.ts';
import * as queries from './queries.ts';

const messages = {
  on: /*i18n*/ { id: 'account.twoFactorOn', message: 'Two-step log-in is already on.' },
  off: /*i18n*/ { id: 'account.twoFactorOff', message: 'Two-step log-in is off.' },
  begun: /*i18n*/ { id: 'account.twoFactorBegun', message: 'This set-up is no longer valid. Start again.' },
} as const satisfies Record<string, Message>;

export async function getTwoFactor({ ctx: { db } }: AccountsDeps, { accountId }: Caller): Promise<TwoFactor> {
  const since = (await findById(db.orm, accountId))?.totpSince ?? null;
  const codesLeft = since ? await queries.countSpareCodes(db.orm, accountId) : 0;
  return { on: since !== null, since: since?.toISOString() ?? null, codesLeft };
}

/** Starting set-up again replaces the secret. */
export async function setUpTwoFactor(deps: AccountsDeps, caller: Caller, currentPassword: string | undefined): Promise<TotpSecret> {
  const { ctx, identity, brand } = deps;
  const owner = await verifyOwner(identity, toHolder(caller), currentPassword);
  if (owner.totpSince) throw new UserError(400, { '': [messages.on] });
  assertConfirmed(owner);
  const secret = await createTotpSecret();
  if (!(await queries.storeSecret(ctx.db.orm, owner.id, identity.cipher.seal(secret, owner.id), owner.passwordHash)))
    throw createWrongPasswordError();
  return { secret, uri: await createTotpAddress(secret, { issuer: brand(), email: owner.email }) };
}

export async function turnOnTwoFactor(deps: AccountsDeps, { accountId, sessionId }: Caller, code: string): Promise<SpareCodes> {
  const { db, clock } = deps.ctx;
  const owner = await findById(db.orm, accountId);
  if (!owner) throw new UserError(401);
  if (owner.totpSince) throw new UserError(400, { '': [messages.on] });
  assertConfirmed(owner);
  if (!owner.totpSecret) throw new UserError(400, { '': [messages.begun] });
  const { totpSecret, step } = await verifyAppCode(deps.identity, owner, { code, guesser: sessionId });
  const { codes, codeHashes } = await createSpareCodes(accountId);
  await transaction(db, async (tx) => {
    if (!(await queries.turnOn(tx, accountId, { totpSecret, step, now: clock.now() }))) throw new UserError(400, { '': [messages.begun] });
    await queries.replaceSpareCodes(tx, accountId, codeHashes);
    await mailSecurityChange(deps.ctx, tx, owner, 'two-factor-on');
  });
  logSecurity(deps.ctx.log, 'security.factor.added', { factor: 'app' });
  return { codes };
}

export async function turnOffTwoFactor(deps: AccountsDeps, caller: Caller, { currentPassword, code }: Proven): Promise<void> {
  const { ctx, identity } = deps;
  const owner = await verifyOwner(identity, toHolder(caller), currentPassword);
  if (!owner.totpSince) throw new UserError(400, { '': [messages.off] });
  const proof = await verifySecondFactor(identity, owner, { code, guesser: caller.sessionId });
  await transaction(ctx.db, async (tx) => {
    await consumeFactor(identity, tx, owner.id, proof);
    if (!(await queries.turnOff(tx, owner.id, owner.passwordHash))) throw createWrongPasswordError();
    await queries.replaceSpareCodes(tx, owner.id, []);
    await mailSecurityChange(ctx, tx, owner, 'two-factor-off');
  });
  logSecurity(ctx.log, 'security.factor.removed', { factor: 'app' });
}

/** Requires an app code. Without the app, turn two-step log-in off and set it up again. */
export async function renewSpareCodes(deps: AccountsDeps, caller: Caller, { currentPassword, code }: Proven): Promise<SpareCodes> {
  const { ctx, identity } = deps;
  const owner = await verifyOwner(identity, toHolder(caller), currentPassword);
  if (!owner.totpSince) throw new UserError(400, { '': [messages.off] });
  const proof = await verifyAppCode(identity, owner, { code, guesser: caller.sessionId });
  const { codes, codeHashes } = await createSpareCodes(owner.id);
  await transaction(ctx.db, async (tx) => {
    await consumeFactor(identity, tx, owner.id, proof);
    await queries.replaceSpareCodes(tx, owner.id, codeHashes);
  });
  logSecurity(ctx.log, 'security.factor.codesRenewed');
  return { codes };
}
