// Verifies app codes and recovery codes. A code is checked first and consumed later, in the transaction it
// authorizes, so that it counts once even if sent concurrently.
import { type Message, UserError } from '#lib/user-error.ts';
import type { DbClient } from '../database/database.ts';
import { takePoints } from '../limits/limits.ts';
import type { AppProof, Identity, Person, SecondFactor } from './identity.ts';
import * as queries from './queries.ts';
import { hashSpareCode } from './recovery-codes.ts';
import { parseFactor } from './rules.ts';
import { findTotpStep } from './totp.ts';

const messages = {
  missing: /*i18n*/ { id: 'account.codeMissing', message: 'Enter the code from your authenticator app, or a recovery code.' },
  wrongCode: /*i18n*/ {
    id: 'account.codeWrong',
    message: 'This code is wrong or has been used. Enter one from your app, or another recovery code.',
  },
  missingApp: /*i18n*/ { id: 'account.appCodeMissing', message: 'Enter the six digits that your authenticator app shows.' },
  wrongApp: /*i18n*/ {
    id: 'account.appCodeWrong',
    message: 'This code is wrong or has been used. Enter the next one from your app.',
  },
} as const satisfies Record<string, Message>;

type FactorCheck = {
  readonly code: string | undefined;
  /**
   * The known device or the session that sends it. Each has a limit of its own, which strangers cannot use
   * up.
   */
  readonly guesser: string | undefined;
  /** Where the error is shown. */
  readonly field?: AppProof['field'];
};

/** Accepts an app code, or a recovery code if these people have them. */
export async function verifySecondFactor(identity: Identity, person: Person, check: FactorCheck): Promise<SecondFactor> {
  const { field = 'code' } = check;
  const factor = parseFactor(check.code);
  if (factor.by === 'app' || !identity.tables.recoveryCode) return verifyAppCode(identity, person, check);
  if (factor.by === 'spare') return { by: 'spare', codeHash: await hashSpareCode(factor.code, person.id) };
  throw new UserError(400, { [field]: [factor.by === 'nothing' ? messages.missing : messages.wrongCode] });
}

/**
 * Accepts only an app code, because the app itself must be proven. Six digits can be guessed, so attempts are
 * limited per person and day, from all unknown devices together.
 */
export async function verifyAppCode(
  { ctx, cipher, limits }: Identity,
  { id, totpSecret }: Pick<Person, 'id' | 'totpSecret'>,
  { code, guesser, field = 'code' }: FactorCheck,
): Promise<AppProof> {
  const factor = parseFactor(code);
  if (factor.by !== 'app') throw new UserError(400, { [field]: [factor.by === 'nothing' ? messages.missingApp : messages.wrongApp] });
  if (limits.code) await takePoints(ctx, [{ limit: limits.code, of: guesser === undefined ? id : `${id} ${guesser}` }]);
  const step = totpSecret ? await findTotpStep(cipher.open(totpSecret, id), factor.code, ctx.clock.now()) : undefined;
  if (!totpSecret || step === undefined) throw new UserError(400, { [field]: [messages.wrongApp] });
  return { by: 'app', totpSecret, step, field };
}

/** Consumes the factor in this transaction. */
export async function consumeFactor({ ctx, tables }: Identity, tx: DbClient, personId: string, proof: SecondFactor): Promise<void> {
  const now = ctx.clock.now();
  if (proof.by === 'passkey' && !(await queries.recordPasskeyUse(tx, tables, personId, { ...proof, now }))) throw proof.refused;
  if (proof.by === 'app' && !(await queries.consumeTotpStep(tx, tables, personId, proof)))
    throw new UserError(400, { [proof.field]: [messages.wrongApp] });
  if (proof.by === 'spare' && !(await queries.consumeRecoveryCode(tx, tables, personId, { codeHash: proof.codeHash, now })))
    throw new UserError(400, { code: [messages.wrongCode] });
}
