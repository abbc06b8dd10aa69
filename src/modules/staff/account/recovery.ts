// A forgotten password: a link mailed to the operator’s address sets a new one. An operator with an app or a
// passkey needs it here too, so that a mailbox alone opens nothing. The answer is the same for every address.

import { normalizeEmail } from '#lib/people/email.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { ConfirmOptions } from '#modules/accounts/passkeys/shapes.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import type { ChallengeUse } from '#platform/identity/challenges.ts';
import { hashNewPassword, replacePassword } from '#platform/identity/change-password.ts';
import { createCode, readCode } from '#platform/identity/codes.ts';
import type { SecondFactor } from '#platform/identity/identity.ts';
import { proveByPasskey } from '#platform/identity/passkeys.ts';
import { countPasskeys } from '#platform/identity/queries.ts';
import { requestRecovery } from '#platform/identity/recovery.ts';
import { consumeFactor, verifyAppCode } from '#platform/identity/second-factor.ts';
import { createProofOptions } from '#platform/identity/step-up.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { newId } from '#platform/new-id.ts';
import { writeAudit } from '../actions.ts';
import type { AuthDeps } from '../auth.ts';
import * as operators from '../queries.ts';
import type { ResetOperatorPassword } from '../shapes-account.ts';
import * as queries from './queries.ts';

const LINK_MINUTES = 30;

const messages = {
  used: /*i18n*/ { id: 'desk.resetLinkUsed', message: 'This link has expired or was already used. Request a new one.' },
  passkey: /*i18n*/ { id: 'desk.resetPasskey', message: 'Confirm with your passkey.' },
} as const satisfies Record<string, Message>;

export const requestOperatorReset = ({ ctx, identity }: AuthDeps, email: string, address: string): Promise<void> =>
  requestRecovery(identity, {
    email,
    address,
    async store(tx) {
      const createdAt = ctx.clock.now();
      const id = newId(createdAt);
      await queries.insertOperatorRecovery(tx, { id, email, createdAt });
      await enqueue(tx, 'desk.sendRecovery', { id });
    },
  });

/** Does nothing if no operator who joined has the address. */
export async function sendOperatorReset(ctx: AppContext, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const email = await queries.takeOperatorRecovery(tx, id);
    const found = email === undefined ? undefined : await operators.findOperator(tx, normalizeEmail(email));
    if (!found?.joinedAt) return;
    const { code, codeHash } = createCode();
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

const createUsedLinkError = () => new UserError(400, { '': [messages.used] });
const createChallengeUse = (codeHash: Buffer): ChallengeUse => ({ purpose: 'desk.reset', holder: codeHash.toString('hex') });

async function getOwner({ db, clock }: AppContext, code: string) {
  const codeHash = readCode(code);
  const found = codeHash && (await queries.findOperatorCode(db.orm, { codeHash, kind: 'password', now: clock.now() }));
  const owner = found && (await operators.findActiveOperator(db.orm, found.operatorId));
  if (!owner) throw createUsedLinkError();
  return { owner, codeHash: found.codeHash };
}

/** How the operator can prove the second factor. */
export async function resetOptions({ ctx, identity }: AuthDeps, code: string, address: string): Promise<ConfirmOptions> {
  await takePoints(ctx, [{ limit: 'passkey.address', of: getAddressKey(address) }]);
  const { owner, codeHash } = await getOwner(ctx, code);
  return createProofOptions(identity, owner, createChallengeUse(codeHash));
}

/**
 * Ends all sessions and forgets all known devices. The operator logs in afterwards, with the second factor as
 * ever.
 */
export async function resetOperatorPassword(deps: AuthDeps, request: ResetOperatorPassword, address: string): Promise<void> {
  const { ctx, identity } = deps;
  await takePoints(ctx, [{ limit: 'desk.address', of: getAddressKey(address) }]);
  const { owner, codeHash } = await getOwner(ctx, request.code);
  // A limit of its own: guesses with a link that was read in the mailbox must not lock the operator's
  // session.
  await takePoints(ctx, [{ limit: 'desk.confirm', of: `${owner.id} reset` }]);
  const passwordHash = await hashNewPassword(ctx, request.password, identity.ownWords(owner));
  const proof = await prove(deps, { owner, codeHash }, request);
  const factor = proof?.by ?? 'none';
  await transaction(ctx.db, async (tx) => {
    if (!(await operators.lockOperator(tx, owner.id)) || !(await queries.takeOperatorCode(tx, codeHash))) throw createUsedLinkError();
    if (proof) await consumeFactor(identity, tx, owner.id, proof);
    await replacePassword(identity, tx, owner, { passwordHash, change: { kind: 'password-changed', by: 'reset', factor } });
  });
  logSecurity(ctx.log, 'security.password.changed', { area: 'desk', by: 'reset', operator: owner.id, factor });
}

type LinkOwner = { readonly owner: operators.OperatorRow; readonly codeHash: Buffer };

async function prove(
  { ctx, identity }: AuthDeps,
  { owner, codeHash }: LinkOwner,
  { appCode, credential }: ResetOperatorPassword,
): Promise<SecondFactor | undefined> {
  const refused = new UserError(400, { '': [messages.passkey] });
  if (credential) return proveByPasskey(identity, owner.id, { use: createChallengeUse(codeHash), assertion: credential, refused });
  if (owner.totpSince) return verifyAppCode(identity, owner, { code: appCode, guesser: undefined, field: 'appCode' });
  if ((await countPasskeys(ctx.db.orm, identity.tables, owner.id)) > 0) throw refused;
  return undefined;
}
