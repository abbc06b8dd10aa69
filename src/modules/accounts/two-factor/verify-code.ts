// Verifies app codes and recovery codes. A code is checked first and consumed later, in the transaction it
// authorizes, so that it counts once even if sent concurrently.

import { type Message, UserError } from '#lib/user-error.ts';
import type { DbClient } from '#platform/database/database.ts';
import { totpStep } from '#platform/identity/totp.ts';
import { takePoints } from '#platform/limits/limits.ts';
import type { AccountsDeps } from '../deps.ts';
import { passkeyRefused } from '../factor-errors.ts';
import { recordPasskeyUse } from '../passkeys/queries.ts';
import { parseFactor } from '../rules.ts';
import * as queries from './queries.ts';
import { hashSpareCode } from './recovery-codes.ts';

const messages = {
  missing: /*i18n*/ { id: 'account.codeMissing', message: 'Enter the code from your authenticator app, or a recovery code.' },
  wrong: /*i18n*/ {
    id: 'account.codeWrong',
    message: 'This code is wrong or has been used. Enter one from your app, or another recovery code.',
  },
  missingApp: /*i18n*/ { id: 'account.appCodeMissing', message: 'Enter the six digits that your authenticator app shows.' },
  wrongApp: /*i18n*/ {
    id: 'account.appCodeWrong',
    message: 'This code is wrong or has been used. Enter the next one from your app.',
  },
} as const satisfies Record<string, Message>;

export type SecondFactor =
  | { readonly by: 'app'; readonly totpSecret: Buffer; readonly step: number }
  | { readonly by: 'spare'; readonly codeHash: Buffer }
  | { readonly by: 'passkey'; readonly id: string; readonly counter: number };

type FactorCheck = {
  readonly accountId: string;
  readonly code: string | undefined;
  /**
   * The known device or the session that sends it. Each has a limit of its own, which strangers cannot use
   * up.
   */
  readonly guesser: string | undefined;
};

export async function verifySecondFactor(deps: AccountsDeps, check: FactorCheck): Promise<SecondFactor> {
  const factor = parseFactor(check.code);
  if (factor.by === 'app') return appProof(deps, check, factor.code);
  if (factor.by === 'spare') return { by: 'spare', codeHash: await hashSpareCode(factor.code, check.accountId) };
  throw new UserError(400, { code: [factor.by === 'nothing' ? messages.missing : messages.wrong] });
}

/** Accepts only an app code, because the app itself must be proven. */
export async function proofOfApp(deps: AccountsDeps, check: FactorCheck): Promise<SecondFactor & { by: 'app' }> {
  const factor = parseFactor(check.code);
  if (factor.by === 'app') return appProof(deps, check, factor.code);
  throw new UserError(400, { code: [factor.by === 'nothing' ? messages.missingApp : messages.wrongApp] });
}

/**
 * Six digits can be guessed, so attempts are limited per account and day, from all unknown devices together.
 */
async function appProof(
  { ctx, cipher }: AccountsDeps,
  { accountId, guesser }: FactorCheck,
  code: string,
): Promise<SecondFactor & { by: 'app' }> {
  await takePoints(ctx, [{ limit: 'two-factor.code', of: guesser === undefined ? accountId : `${accountId} ${guesser}` }]);
  const totpSecret = (await queries.readFactor(ctx.db.orm, accountId))?.totpSecret;
  const step = totpSecret ? await totpStep(cipher.open(totpSecret, accountId), code, ctx.clock.now()) : undefined;
  if (!totpSecret || step === undefined) throw new UserError(400, { code: [messages.wrongApp] });
  return { by: 'app', totpSecret, step };
}

/** Consumes the factor in this transaction. */
export async function consumeFactor(tx: DbClient, accountId: string, proof: SecondFactor, now: Date): Promise<void> {
  if (proof.by === 'passkey') {
    if (!(await recordPasskeyUse(tx, accountId, proof, now))) throw passkeyRefused();
    return;
  }
  const counts =
    proof.by === 'app'
      ? await queries.consumeTotpStep(tx, accountId, proof)
      : await queries.consumeSpareCode(tx, accountId, proof.codeHash, now);
  if (!counts) throw new UserError(400, { code: [proof.by === 'app' ? messages.wrongApp : messages.wrong] });
}
