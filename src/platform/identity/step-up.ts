// Step-up: before a sensitive change a person confirms with password, app code or passkey. Stored in the
// session's row; expires after five minutes, with the session, or when the password changes.
import type { Assertion } from '#lib/people/passkey.ts';
import { UserError } from '#lib/user-error.ts';
import { transaction } from '../database/database.ts';
import { takePoints } from '../limits/limits.ts';
import type { ChallengeUse } from './challenges.ts';
import { createMissingPasswordError, createPasskeyError, createWrongPasswordError } from './errors.ts';
import type { Holder, Identity, Person, SecondFactor } from './identity.ts';
import { proveByPasskey } from './passkeys.ts';
import { isPassword } from './passwords.ts';
import * as queries from './queries.ts';
import { getConfirmedUntil } from './rules.ts';
import { consumeFactor, verifyAppCode } from './second-factor.ts';
import { requestOptions } from './webauthn.ts';

const getConfirmChallenge = ({ area }: Identity, { sessionId }: Holder): ChallengeUse => ({
  purpose: `${area}.confirm`,
  holder: sessionId,
});

type ProofOptions = { readonly app: boolean; readonly publicKey: Readonly<Record<string, unknown>> | null };

export async function confirmOptions(identity: Identity, holder: Holder): Promise<ProofOptions> {
  const person = await identity.find(identity.ctx.db.orm, holder.personId);
  if (!person) throw new UserError(401);
  return createProofOptions(identity, person, getConfirmChallenge(identity, holder));
}

/** How a person can prove a second factor. `use`: of a session or of a link. */
export async function createProofOptions(
  { ctx, party, tables }: Identity,
  { id, totpSince }: Person,
  use: ChallengeUse,
): Promise<ProofOptions> {
  const passkeys = await queries.findPasskeys(ctx.db.orm, tables, id);
  const options = passkeys.length > 0 ? await requestOptions(ctx, party, { use, passkeys }) : undefined;
  return { app: totpSince !== null, publicKey: options?.publicKey ?? null };
}

type Confirm = {
  readonly currentPassword?: string | undefined;
  readonly code?: string | undefined;
  readonly credential?: Assertion | undefined;
};

/** Compares the password again under the lock, in case it changed meanwhile. */
export async function confirmStepUp(identity: Identity, holder: Holder, request: Confirm): Promise<{ until: string }> {
  const { ctx, tables } = identity;
  const { person, proof } = await prove(identity, holder, request);
  const now = ctx.clock.now();
  const until = getConfirmedUntil(now);
  await transaction(ctx.db, async (tx) => {
    const locked = await identity.lock(tx, person.id);
    if (locked?.passwordHash !== person.passwordHash) throw identity.passwordReplaced();
    if (proof) await consumeFactor(identity, tx, person.id, proof);
    if (!(await queries.confirmSession(tx, tables, holder, { now, until }))) throw new UserError(401);
    await identity.announce(tx, person, { kind: 'confirmed', by: proof?.by ?? 'password' });
  });
  return { until: until.toISOString() };
}

type Proved = { readonly person: Person; readonly proof?: SecondFactor };

async function prove(identity: Identity, holder: Holder, { currentPassword, code, credential }: Confirm): Promise<Proved> {
  if (currentPassword) return { person: await verifyOwner(identity, holder, currentPassword) };
  if (!code && !credential) throw createMissingPasswordError();
  const person = await takeProof(identity, holder);
  if (credential) {
    const signed = { use: getConfirmChallenge(identity, holder), assertion: credential, refused: createPasskeyError() };
    return { person, proof: await proveByPasskey(identity, person.id, signed) };
  }
  if (!person.totpSince) throw createMissingPasswordError();
  return { person, proof: await verifyAppCode(identity, person, { code, guesser: holder.sessionId }) };
}

async function takeProof<P extends Person>(identity: Identity<P>, { personId }: Holder): Promise<P> {
  await takePoints(identity.ctx, [{ limit: identity.limits.proof, of: personId }]);
  const person = await identity.find(identity.ctx.db.orm, personId);
  if (!person) throw new UserError(401);
  return person;
}

/** A session with a recent step-up needs no password. */
export async function verifyOwner<P extends Person>(
  identity: Identity<P>,
  holder: Holder,
  currentPassword: string | undefined,
): Promise<P> {
  const { ctx, tables } = identity;
  if (currentPassword === undefined && !(await queries.isSessionConfirmed(ctx.db.orm, tables, holder, ctx.clock.now())))
    throw createMissingPasswordError();
  const person = await takeProof(identity, holder);
  if (currentPassword !== undefined && !(await isPassword(currentPassword, person.passwordHash ?? undefined)))
    throw createWrongPasswordError();
  return person;
}
