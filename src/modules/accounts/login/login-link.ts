// Log-in by a mailed link instead of the password. A second factor is still asked for, before the link is
// used up.

import { UserError } from '#lib/user-error.ts';
import { mailProgress } from '#modules/mail/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { readCode } from '#platform/identity/codes.ts';
import { setPasswordHash } from '#platform/identity/queries.ts';
import { requestRecovery } from '#platform/identity/recovery.ts';
import { verifySecondFactor } from '#platform/identity/second-factor.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import type { AccountLogIn, AccountsDeps, Visitor } from '../deps.ts';
import { codeMessage } from '../email/codes.ts';
import { findByCode } from '../email/queries.ts';
import { claimAccountForMailboxOwner, mailCode } from '../password/reset-password.ts';
import type { AccountPerson } from '../queries.ts';
import * as queries from '../queries.ts';
import { hashRandomPassword } from '../queries-imported.ts';
import { isCodeOpen } from '../rules.ts';
import type { LoginLink } from '../shapes.ts';
import { startSession } from './log-in.ts';

export const requestLoginLink = ({ ctx, identity }: AccountsDeps, email: string, { address, locale }: Visitor): Promise<void> =>
  requestRecovery(identity, {
    email,
    address,
    store: (tx) => mailCode(tx, { kind: 'login', email, locale, now: ctx.clock.now() }),
  });

const createCodeError = (): UserError => new UserError(400, { code: [codeMessage] });

export async function loginByLink(deps: AccountsDeps, request: LoginLink, visitor: Visitor): Promise<AccountLogIn> {
  const { ctx, identity } = deps;
  const now = ctx.clock.now();
  await takePoints(ctx, [{ limit: 'reset.address', of: getAddressKey(visitor.address) }]);
  const codeHash = readCode(request.code);
  const person = codeHash && (await findByCode(ctx.db.orm, codeHash, 'login'));
  if (!person) throw createCodeError();
  const device = identity.devices.recognize(visitor.device, person, now);
  const proof = person.totpSince
    ? await verifySecondFactor(identity, person, { code: request.totp, guesser: device, field: 'totp' })
    : undefined;
  const newHash = person.emailVerifiedAt ? undefined : await hashRandomPassword();
  return startSession(deps, person, {
    ...{ proof, isKnown: device !== undefined, request, visitor },
    async consume(tx, sessionId) {
      await consumeLink(tx, codeHash, person, now);
      if (newHash) await claimAccountByLink(deps, tx, person, { newHash, sessionId });
    },
  });
}

async function consumeLink(tx: DbClient, codeHash: Buffer, { email }: AccountPerson, now: Date): Promise<void> {
  const used = await queries.consumeCode(tx, codeHash, 'login', now);
  // No row: the mail was sent long ago and deleted.
  const mail = used && (await mailProgress(tx, used.mailId));
  if (!used || !mail || used.email !== email) throw createCodeError();
  if (!isCodeOpen('login', { createdAt: used.createdAt, handedOverAt: mail.sentAt }, now)) throw createCodeError();
}

type Claim = { readonly newHash: string; readonly sessionId: string };

/** Someone else may have registered the address, and knows the password. */
async function claimAccountByLink(deps: AccountsDeps, tx: DbClient, person: AccountPerson, { newHash, sessionId }: Claim): Promise<void> {
  const { identity, ctx } = deps;
  await setPasswordHash(tx, identity.tables, person.id, newHash);
  await identity.endSessions(tx, person.id, 'reset', { except: sessionId });
  await claimAccountForMailboxOwner(deps, tx, person, ctx.clock.now());
}
