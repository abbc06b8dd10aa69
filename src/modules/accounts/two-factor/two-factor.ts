// Turns two-step log-in on and off. Needs a confirmed address, and a code that proves the app has the secret.

import { type Message, UserError } from '#lib/user-error.ts';
import { transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { newTotpSecret, totpAddress } from '#platform/identity/totp.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { notCurrent, verifyOwner } from '../confirm-password.ts';
import type { AccountsDeps } from '../deps.ts';
import { addressUnconfirmed } from '../factor-errors.ts';
import { mailSecurityChange } from '../mails.ts';
import { findById } from '../queries.ts';
import type { Proven, SpareCodes, TotpSecret, TwoFactor } from '../shapes.ts';
import * as queries from './queries.ts';
import { newSpareCodes } from './recovery-codes.ts';
import { consumeFactor, proofOfApp, verifySecondFactor } from './verify-code.ts';

const messages = {
  on: /*i18n*/ { id: 'account.twoFactorOn', message: 'Two-step log-in is already on.' },
  off: /*i18n*/ { id: 'account.twoFactorOff', message: 'Two-step log-in is off.' },
  begun: /*i18n*/ { id: 'account.twoFactorBegun', message: 'This set-up is no longer valid. Start again.' },
} as const satisfies Record<string, Message>;

export async function twoFactor({ ctx: { db } }: AccountsDeps, { accountId }: Caller): Promise<TwoFactor> {
  const since = (await queries.readFactor(db.orm, accountId))?.totpSince ?? null;
  const codesLeft = since ? await queries.countSpareCodes(db.orm, accountId) : 0;
  return { on: since !== null, since: since?.toISOString() ?? null, codesLeft };
}

/** Starting set-up again replaces the secret. */
export async function setUpTwoFactor(deps: AccountsDeps, caller: Caller, currentPassword: string | undefined): Promise<TotpSecret> {
  const { ctx, cipher, brand } = deps;
  const owner = await verifyOwner(deps, caller, currentPassword);
  if (owner.totpSince) throw new UserError(400, { '': [messages.on] });
  if (!owner.emailVerifiedAt) throw addressUnconfirmed();
  const secret = await newTotpSecret();
  if (!(await queries.storeSecret(ctx.db.orm, owner.id, cipher.seal(secret, owner.id), owner.passwordHash))) throw notCurrent();
  return { secret, uri: await totpAddress(secret, { issuer: brand(), email: owner.email }) };
}

export async function turnOnTwoFactor(deps: AccountsDeps, { accountId, sessionId }: Caller, code: string): Promise<SpareCodes> {
  const { db, clock } = deps.ctx;
  const factor = await queries.readFactor(db.orm, accountId);
  if (factor?.totpSince) throw new UserError(400, { '': [messages.on] });
  if (factor && !factor.emailVerifiedAt) throw addressUnconfirmed();
  if (!factor?.totpSecret) throw new UserError(400, { '': [messages.begun] });
  const { totpSecret, step } = await proofOfApp(deps, { accountId, code, guesser: sessionId });
  const { codes, codeHashes } = await newSpareCodes(accountId);
  await transaction(db, async (tx) => {
    if (!(await queries.turnOn(tx, accountId, { totpSecret, step, now: clock.now() }))) throw new UserError(400, { '': [messages.begun] });
    await queries.replaceSpareCodes(tx, accountId, codeHashes);
    const person = await findById(tx, accountId);
    if (person) await mailSecurityChange(deps.ctx, tx, person, 'two-factor-on');
  });
  logSecurity(deps.ctx.log, 'security.factor.added', { factor: 'app' });
  return { codes };
}

export async function turnOffTwoFactor(deps: AccountsDeps, caller: Caller, { currentPassword, code }: Proven): Promise<void> {
  const { db, clock } = deps.ctx;
  const owner = await verifyOwner(deps, caller, currentPassword);
  if (!owner.totpSince) throw new UserError(400, { '': [messages.off] });
  const proof = await verifySecondFactor(deps, { accountId: owner.id, code, guesser: caller.sessionId });
  await transaction(db, async (tx) => {
    await consumeFactor(tx, owner.id, proof, clock.now());
    if (!(await queries.turnOff(tx, owner.id, owner.passwordHash))) throw notCurrent();
    await queries.replaceSpareCodes(tx, owner.id, []);
    await mailSecurityChange(deps.ctx, tx, owner, 'two-factor-off');
  });
  logSecurity(deps.ctx.log, 'security.factor.removed', { factor: 'app' });
}

/** Requires an app code. Without the app, turn two-step log-in off and set it up again. */
export async function renewSpareCodes(deps: AccountsDeps, caller: Caller, { currentPassword, code }: Proven): Promise<SpareCodes> {
  const { db, clock } = deps.ctx;
  const owner = await verifyOwner(deps, caller, currentPassword);
  if (!owner.totpSince) throw new UserError(400, { '': [messages.off] });
  const proof = await proofOfApp(deps, { accountId: owner.id, code, guesser: caller.sessionId });
  const { codes, codeHashes } = await newSpareCodes(owner.id);
  await transaction(db, async (tx) => {
    await consumeFactor(tx, owner.id, proof, clock.now());
    await queries.replaceSpareCodes(tx, owner.id, codeHashes);
  });
  logSecurity(deps.ctx.log, 'security.factor.codesRenewed');
  return { codes };
}
