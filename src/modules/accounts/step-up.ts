// Step-up: the owner confirms with password, app code or passkey before a sensitive change.
// Stored in the session's row; expires after five minutes, with the session, or when the password changes.

import { UserError } from '#lib/user-error.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import type { ChallengeUse } from '#platform/identity/challenges.ts';
import { readAssertion, requestOptions } from '#platform/identity/passkeys.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { notCurrent, passwordMissing, verifyOwner } from './confirm-password.ts';
import type { AccountsDeps } from './deps.ts';
import { lockAccount } from './email/queries.ts';
import { accountStepUpNeeded, passkeyRefused } from './factor-errors.ts';
import * as queries from './passkeys/queries.ts';
import type { Confirm, Confirmed, ConfirmOptions } from './passkeys/shapes.ts';
import { findById } from './queries.ts';
import { confirmedUntil } from './rules.ts';
import { consumeFactor, proofOfApp, type SecondFactor } from './two-factor/verify-code.ts';

const challengeFor = ({ sessionId }: Caller): ChallengeUse => ({ purpose: 'shop.confirm', holder: sessionId });

export async function accountConfirmOptions({ ctx, party }: AccountsDeps, caller: Caller): Promise<ConfirmOptions> {
  const { orm } = ctx.db;
  const owner = await findById(orm, caller.accountId);
  const passkeys = await queries.listAccountPasskeys(orm, caller.accountId);
  const options = passkeys.length > 0 ? await requestOptions(ctx, party, { use: challengeFor(caller), passkeys }) : undefined;
  return { app: Boolean(owner?.totpSince), publicKey: options?.publicKey ?? null };
}

/** Compares the password again under the lock, in case it changed meanwhile. */
export async function confirmAccountOwner(deps: AccountsDeps, caller: Caller, request: Confirm): Promise<Confirmed> {
  const { db, clock } = deps.ctx;
  const { passwordHash, proof } = await prove(deps, caller, request);
  const now = clock.now();
  const until = confirmedUntil(now);
  await transaction(db, async (tx) => {
    const owner = await lockAccount(tx, caller.accountId);
    if (owner?.passwordHash !== passwordHash) throw notCurrent();
    if (proof) await consumeFactor(tx, caller.accountId, proof, now);
    if (!(await queries.confirmAccountSession(tx, caller, { now, until }))) throw new UserError(401);
  });
  return { until: until.toISOString() };
}

async function prove(deps: AccountsDeps, caller: Caller, { credential, code, currentPassword }: Confirm) {
  if (currentPassword) return { ...(await verifyOwner(deps, caller, currentPassword)), proof: undefined };
  const owner = await findById(deps.ctx.db.orm, caller.accountId);
  if (!owner) throw new UserError(401);
  if (credential) return { ...owner, proof: await proveByPasskey(deps, caller, credential) };
  if (code && owner.totpSince) return { ...owner, proof: await proofOfApp(deps, { accountId: owner.id, code, guesser: caller.sessionId }) };
  throw passwordMissing();
}

async function proveByPasskey(
  { ctx, party }: AccountsDeps,
  caller: Caller,
  sent: NonNullable<Confirm['credential']>,
): Promise<SecondFactor> {
  await takePoints(ctx, [{ limit: 'password.account', of: caller.accountId }]);
  const found = await queries.findAccountPasskey(ctx.db.orm, Buffer.from(sent.id, 'base64url'));
  const passkey = found?.accountId === caller.accountId ? found : undefined;
  const counter = await readAssertion(ctx, party, { use: challengeFor(caller), sent, passkey, holderId: caller.accountId });
  if (!passkey || counter === undefined) throw passkeyRefused();
  return { by: 'passkey', id: passkey.id, counter };
}

/** Called in the change's transaction, under the account lock: the session may have ended meanwhile. */
export async function assertStepUp(tx: DbClient, caller: Caller, now: Date): Promise<void> {
  if (!(await queries.isAccountSessionConfirmed(tx, caller, now))) throw accountStepUpNeeded();
}
