// Log-in with a passkey. It counts as two factors, so no code is required.

import type { PasskeyOptions } from '#lib/people/passkey.ts';
import type { ChallengeUse } from '#platform/identity/challenges.ts';
import { readAssertion, requestOptions } from '#platform/identity/passkeys.ts';
import { addressKey, takePoints } from '#platform/limits/limits.ts';
import type { AccountLogIn, AccountsDeps, Visitor } from '../deps.ts';
import { passkeyRefused } from '../factor-errors.ts';
import { findAccountPasskey } from '../passkeys/queries.ts';
import type { PasskeyLogin } from '../passkeys/shapes.ts';
import { findById } from '../queries.ts';
import { startSession } from './log-in.ts';

/** The account is not known yet. */
const use: ChallengeUse = { purpose: 'shop.logIn', holder: '' };

const takeTry = ({ ctx }: AccountsDeps, { address }: Visitor): Promise<void> =>
  takePoints(ctx, [{ limit: 'passkey.address', of: addressKey(address) }]);

/** The same options for every visitor, so that accounts cannot be enumerated. */
export async function passkeyLoginOptions(deps: AccountsDeps, visitor: Visitor): Promise<PasskeyOptions> {
  await takeTry(deps, visitor);
  return requestOptions(deps.ctx, deps.party, { use });
}

export async function loginByPasskey(
  deps: AccountsDeps,
  { credential: sent, rememberMe, timeZone }: PasskeyLogin,
  visitor: Visitor,
): Promise<AccountLogIn> {
  const { ctx, party } = deps;
  await takeTry(deps, visitor);
  const passkey = await findAccountPasskey(ctx.db.orm, Buffer.from(sent.id, 'base64url'));
  const counter = await readAssertion(ctx, party, { use, sent, passkey, holderId: passkey?.accountId });
  const person = passkey && counter !== undefined ? await findById(ctx.db.orm, passkey.accountId) : undefined;
  if (!passkey || counter === undefined || !person) throw passkeyRefused();
  return startSession(deps, person, {
    remember: rememberMe ?? false,
    visitor,
    proof: { by: 'passkey', id: passkey.id, counter },
    timeZone,
  });
}
