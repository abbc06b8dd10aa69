// A forgotten password: a link mailed to the operator’s address sets a new one. An operator with an app or a
// passkey needs it here too, so that a mailbox alone opens nothing. The answer is the same for every address.

import { emailKey } from '#lib/people/email.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { ConfirmOptions } from '#modules/accounts/passkeys/shapes.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { ChallengeUse } from '#platform/identity/challenges.ts';
import { newCode, readCode } from '#platform/identity/codes.ts';
import { readAssertion, requestOptions } from '#platform/identity/passkeys.ts';
import { hashPassword } from '#platform/identity/passwords.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { addressKey, takePoints } from '#platform/limits/limits.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { newId } from '#platform/new-id.ts';
import { writeAudit } from '../actions.ts';
import { type AuthDeps, findLogInStep } from '../auth.ts';
import { countUse, findOperatorPasskey, listOperatorPasskeys, lockOperator } from '../passkeys/queries.ts';
import { assertStrongOperatorPassword } from '../passwords.ts';
import * as operators from '../queries.ts';
import type { ResetOperatorPassword } from '../shapes-account.ts';
import * as queries from './queries.ts';

const LINK_MINUTES = 30;

const messages = {
  used: /*i18n*/ { id: 'desk.resetLinkUsed', message: 'This link has expired or was already used. Request a new one.' },
  code: /*i18n*/ { id: 'desk.stepUpCode', message: 'This code is wrong or has already been used.' },
  passkey: /*i18n*/ { id: 'desk.resetPasskey', message: 'Confirm with your passkey.' },
} as const satisfies Record<string, Message>;

/**
 * Stores the request; a job looks the address up, so that the answer takes the same time for every address.
 */
export async function requestOperatorReset({ ctx }: AuthDeps, email: string, address: string): Promise<void> {
  await takePoints(ctx, [
    { limit: 'desk.recoverAddress', of: addressKey(address) },
    { limit: 'desk.recoverEmail', of: emailKey(email) },
  ]);
  const now = ctx.clock.now();
  const id = newId(now);
  await transaction(ctx.db, async (tx) => {
    await queries.insertOperatorRecovery(tx, { id, email, createdAt: now });
    await enqueue(tx, 'desk.sendRecovery', { id });
  });
}

/** Does nothing if no operator who joined has the address. */
export async function sendOperatorReset(ctx: AppContext, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const email = await queries.takeOperatorRecovery(tx, id);
    const found = email === undefined ? undefined : await operators.findOperator(tx, emailKey(email));
    if (!found?.joinedAt) return;
    const { code, codeHash } = newCode();
    const createdAt = ctx.clock.now();
    const endsAt = new Date(createdAt.getTime() + LINK_MINUTES * 60_000);
    await queries.insertOperatorCode(tx, { codeHash, operatorId: found.id, kind: 'password', email: null, createdAt, endsAt });
    const link = `${ctx.config.deskUrl}/reset#${code}`;
    await postMail(ctx, tx, {
      to: found.email,
      locale: 'en',
      mail: 'desk-reset-password',
      values: { link, minutes: String(LINK_MINUTES) },
    });
    await writeAudit(tx, found, createdAt, { act: 'desk.askReset', about: { kind: 'operator', id: found.id } });
  });
}

const usedLink = () => new UserError(400, { '': [messages.used] });
const challengeFor = (codeHash: Buffer): ChallengeUse => ({ purpose: 'desk.reset', holder: codeHash.toString('hex') });

async function getOwner({ db, clock }: AppContext, code: string) {
  const codeHash = readCode(code);
  const found = codeHash && (await queries.findOperatorCode(db.orm, { codeHash, kind: 'password', now: clock.now() }));
  const owner = found && (await operators.operatorById(db.orm, found.operatorId));
  if (!owner || owner.endedAt) throw usedLink();
  return { owner, codeHash: found.codeHash };
}

/** How the operator can prove the second factor. */
export async function resetOptions({ ctx, party }: AuthDeps, code: string, address: string): Promise<ConfirmOptions> {
  await takePoints(ctx, [{ limit: 'passkey.address', of: addressKey(address) }]);
  const { owner, codeHash } = await getOwner(ctx, code);
  const passkeys = await listOperatorPasskeys(ctx.db.orm, owner.id);
  const options = passkeys.length > 0 ? await requestOptions(ctx, party, { use: challengeFor(codeHash), passkeys }) : undefined;
  return { app: owner.totpSince !== null, publicKey: options?.publicKey ?? null };
}

/**
 * Ends all sessions and forgets all known devices. The operator logs in afterwards, with the second factor as
 * ever.
 */
export async function resetOperatorPassword(deps: AuthDeps, request: ResetOperatorPassword, address: string): Promise<void> {
  const { ctx } = deps;
  await takePoints(ctx, [{ limit: 'desk.address', of: addressKey(address) }]);
  const { owner, codeHash } = await getOwner(ctx, request.code);
  // A limit of its own: guesses with a link that was read in the mailbox must not lock the operator's
  // session.
  await takePoints(ctx, [{ limit: 'desk.confirm', of: `${owner.id} reset` }]);
  await assertStrongOperatorPassword(deps, request.password, owner);
  const proof = await prove(deps, { owner, codeHash }, request);
  const passwordHash = await hashPassword(request.password);
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const locked = await lockOperator(tx, owner.id);
    if (!locked || !(await queries.takeOperatorCode(tx, codeHash))) throw usedLink();
    await useProof(tx, owner.id, proof, now);
    await operators.changeOperator(tx, owner.id, { passwordHash });
    await operators.endOperatorSessions(tx, owner.id);
    await queries.dropOperatorCodes(tx, owner.id);
    await writeAudit(tx, owner, now, { act: 'desk.resetPassword', about: { kind: 'operator', id: owner.id }, after: { by: proof.by } });
    await postMail(ctx, tx, {
      to: owner.email,
      locale: 'en',
      mail: 'desk-password-changed',
      values: { name: owner.name, at: now.toISOString() },
    });
  });
  logSecurity(ctx.log, 'security.password.changed', { area: 'desk', by: 'reset', operator: owner.id, factor: proof.by });
}

type Proof =
  | { readonly by: 'none' }
  | { readonly by: 'app'; readonly step: number }
  | { readonly by: 'passkey'; readonly id: string; readonly counter: number };
type LinkOwner = { readonly owner: operators.OperatorRow; readonly codeHash: Buffer };

async function prove({ ctx, party, cipher }: AuthDeps, { owner, codeHash }: LinkOwner, request: ResetOperatorPassword): Promise<Proof> {
  const { appCode, credential } = request;
  if (credential) {
    const found = await findOperatorPasskey(ctx.db.orm, Buffer.from(credential.id, 'base64url'));
    const passkey = found?.operator.id === owner.id ? found.passkey : undefined;
    const counter = await readAssertion(ctx, party, { use: challengeFor(codeHash), sent: credential, passkey, holderId: owner.id });
    if (!passkey || counter === undefined) throw new UserError(400, { '': [messages.passkey] });
    return { by: 'passkey', id: passkey.id, counter };
  }
  if (owner.totpSince) return { by: 'app', step: await appStep(cipher, owner, appCode, ctx.clock.now()) };
  if ((await listOperatorPasskeys(ctx.db.orm, owner.id)).length > 0) throw new UserError(400, { '': [messages.passkey] });
  return { by: 'none' };
}

async function appStep(cipher: AuthDeps['cipher'], owner: operators.OperatorRow, typed: string | undefined, now: Date): Promise<number> {
  try {
    return await findLogInStep(cipher, owner, typed, now);
  } catch (cause) {
    if (cause instanceof UserError) throw new UserError(400, { appCode: [messages.code] });
    throw cause;
  }
}

async function useProof(tx: DbClient, operatorId: string, proof: Proof, now: Date): Promise<void> {
  if (proof.by === 'app' && !(await operators.claimTotpStep(tx, operatorId, proof.step)))
    throw new UserError(400, { appCode: [messages.code] });
  if (proof.by === 'passkey' && !(await countUse(tx, operatorId, proof, now))) throw new UserError(400, { '': [messages.passkey] });
}
