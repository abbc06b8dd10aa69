// The second factor of somebody whose password was right: a code from their app, or a recovery code. It is looked at first and counts later, in the
// transaction of what it is for, so that a code never counts twice, however many come with it at once.
import type { DbClient } from '../../../infra/database/database.ts';
import { totpStep } from '../../../infra/identity/totp.ts';
import { takePoints } from '../../../infra/limits/limits.ts';
import { type Message, UserError } from '../../../lib/user-error.ts';
import type { AccountsDeps } from '../deps.ts';
import { recordPasskeyUse } from '../passkeys/queries.ts';
import { readFactor } from '../rules.ts';
import { passkeyRefused } from './factor-errors.ts';
import * as queries from './queries.ts';
import { hashSpareCode } from './recovery-codes.ts';

const messages = {
  missing: /*i18n*/ { id: 'account.codeMissing', message: 'Enter the code from your authenticator app, or a recovery code.' },
  wrong: /*i18n*/ {
    id: 'account.codeWrong',
    message: 'This code is not right, or it has been used. Enter one from your app, or another recovery code.',
  },
  missingApp: /*i18n*/ { id: 'account.appCodeMissing', message: 'Enter the six digits that your authenticator app shows.' },
  wrongApp: /*i18n*/ {
    id: 'account.appCodeWrong',
    message: 'This code is not right, or it has been used. Enter the next six digits that your app shows.',
  },
} as const satisfies Record<string, Message>;

export type SecondFactor =
  | { readonly by: 'app'; readonly totpSecret: Buffer; readonly step: number }
  | { readonly by: 'spare'; readonly codeHash: Buffer }
  | { readonly by: 'passkey'; readonly id: string; readonly counter: number };

type Look = {
  readonly accountId: string;
  readonly code: string | undefined;
  /** From a device that was logged in before: all of those have an allowance together, which strangers cannot use up. */
  readonly isKnown?: boolean;
};

export async function verifySecondFactor(inside: AccountsDeps, look: Look): Promise<SecondFactor> {
  const given = readFactor(look.code);
  if (given.by === 'app') return appProof(inside, look, given.code);
  if (given.by === 'spare') return { by: 'spare', codeHash: await hashSpareCode(given.code, look.accountId) };
  throw new UserError(400, { code: [given.by === 'nothing' ? messages.missing : messages.wrong] });
}

/** Where only the app will do, because it is what is to be proven. */
export async function proofOfApp(inside: AccountsDeps, look: Look): Promise<SecondFactor & { by: 'app' }> {
  const given = readFactor(look.code);
  if (given.by === 'app') return appProof(inside, look, given.code);
  throw new UserError(400, { code: [given.by === 'nothing' ? messages.missingApp : messages.wrongApp] });
}

/** Six digits are few: how often somebody may guess is counted by the day, and for the account, wherever the guesses come from. */
async function appProof(
  { ctx, cipher }: AccountsDeps,
  { accountId, isKnown = false }: Look,
  code: string,
): Promise<SecondFactor & { by: 'app' }> {
  await takePoints(ctx, [{ limit: 'two-factor.code', of: isKnown ? `${accountId} known` : accountId }]);
  const totpSecret = (await queries.readFactor(ctx.db.orm, accountId))?.totpSecret;
  const step = totpSecret ? await totpStep(cipher.open(totpSecret, accountId), code, ctx.clock.now()) : undefined;
  if (!totpSecret || step === undefined) throw new UserError(400, { code: [messages.wrongApp] });
  return { by: 'app', totpSecret, step };
}

/** From here on it counts no more. */
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
