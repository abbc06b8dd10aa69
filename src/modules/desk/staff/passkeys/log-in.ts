// Log-in with a passkey, which is password and second factor in one.
import { transaction } from '../../../../infra/database/database.ts';
import type { ChallengeUse } from '../../../../infra/identity/challenges.ts';
import { readAssertion, requestOptions } from '../../../../infra/identity/passkeys.ts';
import { addressKey, takePoints } from '../../../../infra/limits/limits.ts';
import { logFailedLogIn, logSecurity } from '../../../../infra/logging/security-log.ts';
import type { Assertion, PasskeyOptions } from '../../../../lib/people/passkey.ts';
import { type Message, UserError } from '../../../../lib/user-error.ts';
import { writeAudit } from '../audit.ts';
import { type AuthDeps, type DeskVisitor, type OperatorLogIn, startOperatorSession } from '../auth.ts';
import { countUse, findOperatorPasskey } from './queries.ts';

const messages = {
  refused: /*i18n*/ {
    id: 'desk.passkeyRefused',
    message: 'This passkey could not be used. Log in with your password, or ask an owner for a new link.',
  },
} as const satisfies Record<string, Message>;

type FoundPasskey = Awaited<ReturnType<typeof findOperatorPasskey>>;

/** The challenge belongs to no operator yet. */
const use: ChallengeUse = { purpose: 'desk.logIn', holder: '' };

const takeTry = ({ ctx }: AuthDeps, address: string): Promise<void> =>
  takePoints(ctx, [{ limit: 'passkey.address', of: addressKey(address) }]);

export async function passkeyLogInOptions(means: AuthDeps, address: string): Promise<PasskeyOptions> {
  await takeTry(means, address);
  return requestOptions(means.ctx, means.party, { use });
}

export async function logInOperatorByPasskey(means: AuthDeps, sent: Assertion, visitor: DeskVisitor): Promise<OperatorLogIn> {
  const found = await findOperatorPasskey(means.ctx.db.orm, Buffer.from(sent.id, 'base64url'));
  try {
    return await logInAs(means, found, sent, visitor);
  } catch (cause) {
    means.refusedLogIns.note(found?.operator.id, cause);
    logFailedLogIn(means.ctx.log, cause, { area: 'desk', ...(found ? { operator: found.operator.id } : {}) });
    throw cause;
  }
}

async function logInAs(
  means: AuthDeps,
  found: FoundPasskey,
  sent: Assertion,
  { address, session: replaces }: DeskVisitor,
): Promise<OperatorLogIn> {
  const { ctx, party, devices } = means;
  await takeTry(means, address);
  const counter = await readAssertion(ctx, party, { use, sent, passkey: found?.passkey, holderId: found?.operator.id });
  const refused = new UserError(400, { passkey: [messages.refused], '': [messages.refused] });
  if (!found || counter === undefined) throw refused;
  const { operator, passkey } = found;
  const now = ctx.clock.now();
  const session = await transaction(ctx.db, async (tx) => {
    if (!(await countUse(tx, operator.id, { id: passkey.id, counter }, now))) throw refused;
    await writeAudit(tx, operator, now, { act: 'desk.logIn', about: { kind: 'operator', id: operator.id }, after: { by: 'passkey' } });
    return startOperatorSession(tx, { operatorId: operator.id, now, replaces });
  });
  logSecurity(ctx.log, 'security.login.succeeded', { area: 'desk', operator: operator.id, factor: 'passkey' });
  return { session, deviceCookie: devices.cookie(operator, now) };
}
