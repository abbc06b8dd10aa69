// Log-in with a passkey, which is password and second factor in one.

import type { Assertion, PasskeyOptions } from '#lib/people/passkey.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { transaction } from '#platform/database/database.ts';
import type { ChallengeUse } from '#platform/identity/challenges.ts';
import { readAssertion, requestOptions } from '#platform/identity/passkeys.ts';
import { addressKey, takePoints } from '#platform/limits/limits.ts';
import { logFailedLogIn, logSecurity } from '#platform/logging/security-log.ts';
import { writeAudit } from '../actions.ts';
import { type AuthDeps, type DeskVisitor, type OperatorLogIn, startOperatorSession } from '../auth.ts';
import { countUse, findOperatorPasskey } from './queries.ts';

const messages = {
  refused: /*i18n*/ {
    id: 'desk.passkeyRefused',
    message: 'This passkey didn’t work. Log in with your password, or ask an owner for a new link.',
  },
} as const satisfies Record<string, Message>;

type FoundPasskey = Awaited<ReturnType<typeof findOperatorPasskey>>;

/** The challenge belongs to no operator yet. */
const use: ChallengeUse = { purpose: 'desk.logIn', holder: '' };

const takeTry = ({ ctx }: AuthDeps, address: string): Promise<void> =>
  takePoints(ctx, [{ limit: 'passkey.address', of: addressKey(address) }]);

export async function passkeyLogInOptions(deps: AuthDeps, address: string): Promise<PasskeyOptions> {
  await takeTry(deps, address);
  return requestOptions(deps.ctx, deps.party, { use });
}

export async function logInOperatorByPasskey(deps: AuthDeps, sent: Assertion, visitor: DeskVisitor): Promise<OperatorLogIn> {
  const found = await findOperatorPasskey(deps.ctx.db.orm, Buffer.from(sent.id, 'base64url'));
  try {
    return await logInAs(deps, found, sent, visitor);
  } catch (cause) {
    deps.refusedLogIns.note(found?.operator.id, cause);
    logFailedLogIn(deps.ctx.log, cause, { area: 'desk', ...(found ? { operator: found.operator.id } : {}) });
    throw cause;
  }
}

async function logInAs(deps: AuthDeps, found: FoundPasskey, sent: Assertion, visitor: DeskVisitor): Promise<OperatorLogIn> {
  const { ctx, party, devices } = deps;
  await takeTry(deps, visitor.address);
  const counter = await readAssertion(ctx, party, { use, sent, passkey: found?.passkey, holderId: found?.operator.id });
  const invalidPasskey = new UserError(400, { passkey: [messages.refused], '': [messages.refused] });
  if (!found || counter === undefined) throw invalidPasskey;
  const { operator, passkey } = found;
  const now = ctx.clock.now();
  const session = await transaction(ctx.db, async (tx) => {
    if (!(await countUse(tx, operator.id, { id: passkey.id, counter }, now))) throw invalidPasskey;
    await writeAudit(tx, operator, now, { act: 'desk.logIn', about: { kind: 'operator', id: operator.id }, after: { by: 'passkey' } });
    return startOperatorSession(tx, { operatorId: operator.id, now, visitor });
  });
  logSecurity(ctx.log, 'security.login.succeeded', { area: 'desk', operator: operator.id, factor: 'passkey' });
  return { session, deviceCookie: devices.cookie(operator, now) };
}
