// Step-up authentication: before refunds and role changes an operator confirms with password, code or
// passkey. The confirmation is stored in the session's row and lasts five minutes.

import { type Message, UserError } from '#lib/user-error.ts';
import type { Confirm, Confirmed, ConfirmOptions } from '#modules/accounts/passkeys/shapes.ts';
import { confirmedUntil } from '#modules/accounts/rules.ts';
import { transaction } from '#platform/database/database.ts';
import type { ChallengeUse } from '#platform/identity/challenges.ts';
import { readAssertion, requestOptions } from '#platform/identity/passkeys.ts';
import { isPassword } from '#platform/identity/passwords.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { type OperatorSession, writeAudit } from './actions.ts';
import { type AuthDeps, findLogInStep } from './auth.ts';
import * as queries from './passkeys/queries.ts';
import * as operators from './queries.ts';

const messages = {
  needed: /*i18n*/ { id: 'desk.stepUp', message: 'Confirm it’s you.' },
  password: /*i18n*/ { id: 'desk.stepUpPassword', message: 'This isn’t your current password.' },
  code: /*i18n*/ { id: 'desk.stepUpCode', message: 'This code is wrong or has already been used.' },
  passkey: /*i18n*/ { id: 'desk.stepUpPasskey', message: 'This passkey didn’t work. Try again, or use your password.' },
} as const satisfies Record<string, Message>;

/** 400 and not 403: the role allows the action, and the session is valid. */
export const operatorStepUpNeeded = (): UserError => new UserError(400, { stepUp: [messages.needed] });

const challengeFor = ({ sessionId }: OperatorSession): ChallengeUse => ({ purpose: 'desk.confirm', holder: sessionId });

export async function operatorConfirmOptions({ ctx, party }: AuthDeps, session: OperatorSession): Promise<ConfirmOptions> {
  const passkeys = await queries.listOperatorPasskeys(ctx.db.orm, session.operator.id);
  const options = passkeys.length > 0 ? await requestOptions(ctx, party, { use: challengeFor(session), passkeys }) : undefined;
  return { app: session.operator.totpSince !== null, publicKey: options?.publicKey ?? null };
}

type Proof =
  | { readonly by: 'password' }
  | { readonly by: 'app'; readonly step: number }
  | { readonly by: 'passkey'; id: string; counter: number };

/**
 * The password is checked again under the lock: a confirmation with an old password must not survive a new
 * invitation.
 */
export async function confirmOperator(deps: AuthDeps, session: OperatorSession, request: Confirm): Promise<Confirmed> {
  const { ctx } = deps;
  const { id } = session.operator;
  await takePoints(ctx, [{ limit: 'desk.confirm', of: id }]);
  const proof = await prove(deps, session, request);
  const now = ctx.clock.now();
  const until = confirmedUntil(now);
  await transaction(ctx.db, async (tx) => {
    const locked = await queries.lockOperator(tx, id);
    if (locked?.passwordHash !== session.operator.passwordHash) throw new UserError(401);
    if (proof.by === 'app' && !(await operators.claimTotpStep(tx, id, proof.step))) throw new UserError(400, { code: [messages.code] });
    if (proof.by === 'passkey' && !(await queries.countUse(tx, id, proof, now))) throw new UserError(400, { '': [messages.passkey] });
    if (!(await queries.confirmOperatorSession(tx, session.sessionId, until))) throw new UserError(401);
    await writeAudit(tx, session.operator, now, { act: 'desk.confirm', about: { kind: 'operator', id }, after: { by: proof.by } });
  });
  return { until: until.toISOString() };
}

async function prove(
  { ctx, party, cipher }: AuthDeps,
  session: OperatorSession,
  { currentPassword, code, credential }: Confirm,
): Promise<Proof> {
  const { operator } = session;
  if (credential) {
    const found = await queries.findOperatorPasskey(ctx.db.orm, Buffer.from(credential.id, 'base64url'));
    const passkey = found?.operator.id === operator.id ? found.passkey : undefined;
    const counter = await readAssertion(ctx, party, { use: challengeFor(session), sent: credential, passkey, holderId: operator.id });
    if (!passkey || counter === undefined) throw new UserError(400, { '': [messages.passkey] });
    return { by: 'passkey', id: passkey.id, counter };
  }
  if (code !== undefined && operator.totpSince) return { by: 'app', step: await findLogInStep(cipher, operator, code, ctx.clock.now()) };
  if (!(await isPassword(currentPassword ?? '', operator.passwordHash ?? undefined)))
    throw new UserError(400, { currentPassword: [messages.password] });
  return { by: 'password' };
}
