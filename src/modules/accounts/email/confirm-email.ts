// Confirms an address by its mailed code: of a new account, or one of the two sides of an address change.

import { type Message, UserError } from '#lib/user-error.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { readCode } from '#platform/identity/codes.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import type { AccountsDeps, Visitor } from '../deps.ts';
import { announceConfirmed } from '../events.ts';
import * as queries from '../queries.ts';
import { isCodeOpen } from '../rules.ts';
import type { ConfirmedEmail } from '../shapes.ts';
import { confirmEmailSide } from './change-email.ts';
import { codeMessage } from './codes.ts';
import { lockByCode } from './queries.ts';

const messages = {
  occupied: /*i18n*/ {
    id: 'account.occupied',
    message: 'This address now has its own account, so nothing was changed. Log in to that account, or choose another address.',
  },
} as const satisfies Record<string, Message>;

export async function confirmEmail(deps: AccountsDeps, code: string, visitor: Pick<Visitor, 'address'>): Promise<ConfirmedEmail> {
  const { db, clock } = deps.ctx;
  await takePoints(deps.ctx, [{ limit: 'reset.address', of: getAddressKey(visitor.address) }]);
  const invalidCode = new UserError(400, { code: [codeMessage] });
  const codeHash = readCode(code);
  if (!codeHash) throw invalidCode;
  const now = clock.now();
  const { confirmed, account } = await transaction(db, async (tx) => {
    const found = await lockByCode(tx, codeHash);
    if (!found || found.kind === 'reset' || found.kind === 'login') throw invalidCode;
    const { kind, person: owner } = found;
    const consumed = await queries.consumeCode(tx, codeHash, kind, now);
    if (!consumed || !isCodeOpen(kind, { createdAt: consumed.createdAt, handedOverAt: null }, now)) throw invalidCode;
    const confirmed = await (kind === 'verify' ? verify(deps, tx, { ...consumed, now }) : confirmEmailSide(deps, tx, { owner, kind, now }));
    return { confirmed, account: owner.id };
  });
  // Thrown after the commit: the code is used up and the pending change stays deleted.
  if (!confirmed) throw new UserError(400, { code: [messages.occupied] });
  if (confirmed.changed) logSecurity(deps.ctx.log, 'security.email.changed', { account });
  return confirmed;
}

type Taken = { readonly accountId: string; readonly email: string; readonly now: Date };

async function verify({ reactions }: AccountsDeps, tx: DbClient, { accountId, email, now }: Taken): Promise<ConfirmedEmail> {
  if (!(await queries.markVerified(tx, accountId, email, now))) throw new UserError(400, { code: [codeMessage] });
  await announceConfirmed(reactions, tx, { accountId, email });
  return { email, waiting: null, changed: false };
}
