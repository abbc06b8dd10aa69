// Joining by an invitation link: sets name, password and a second factor (authenticator app or passkey). The
// link works once.

import type { PasskeyOptions } from '#lib/people/passkey.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { describeDevice } from '#modules/accounts/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import type { ChallengeUse } from '#platform/identity/challenges.ts';
import { readCode } from '#platform/identity/codes.ts';
import { creationOptions } from '#platform/identity/passkeys.ts';
import { hashPassword } from '#platform/identity/passwords.ts';
import { totpAddress } from '#platform/identity/totp.ts';
import { addressKey, takePoints } from '#platform/limits/limits.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { dropOperatorCodes } from './account/queries.ts';
import { writeAudit } from './actions.ts';
import { type AuthDeps, type DeskVisitor, findLogInStep, type OperatorLogIn, startOperatorSession } from './auth.ts';
import { keepPasskey, readNew } from './passkeys/passkeys.ts';
import { deleteOperatorPasskeys } from './passkeys/queries.ts';
import { assertStrongOperatorPassword } from './passwords.ts';
import * as queries from './queries.ts';
import type { Join } from './shapes.ts';

const messages = {
  code: /*i18n*/ { id: 'desk.code', message: 'Enter the six-digit code from your authenticator app.' },
  used: /*i18n*/ { id: 'desk.used', message: 'This link has expired or was already used. Ask an owner for a new one.' },
} as const satisfies Record<string, Message>;

export async function lookAtInvitation({ ctx, cipher, brand }: AuthDeps, code: string) {
  const { operator, totpSecret } = await invitationOf(ctx, code);
  const secret = cipher.open(totpSecret, operator.id);
  const address = await totpAddress(secret, { issuer: `${brand()} desk`, email: operator.email });
  return { email: operator.email, name: operator.name, role: operator.role, secret, address, mustHaveApp: ctx.config.production };
}

async function invitationOf({ db, clock }: AppContext, code: string) {
  const codeHash = readCode(code);
  const found = codeHash && (await queries.findInvitation(db.orm, codeHash, clock.now()));
  if (!codeHash || !found) throw new UserError(400, { '': [messages.used] });
  return { ...found, codeHash };
}

const challengeFor = (codeHash: Buffer): ChallengeUse => ({ purpose: 'desk.join', holder: codeHash.toString('hex') });

export async function joinPasskeyOptions({ ctx, party }: AuthDeps, code: string, address: string): Promise<PasskeyOptions> {
  await takePoints(ctx, [{ limit: 'passkey.address', of: addressKey(address) }]);
  const { operator, codeHash } = await invitationOf(ctx, code);
  return creationOptions(ctx, party, { use: challengeFor(codeHash), person: operator, passkeys: [] });
}

/**
 * A second factor is required in production only. Previous factors are replaced, because they may be lost.
 */
export async function join(deps: AuthDeps, request: Join, visitor: DeskVisitor): Promise<OperatorLogIn> {
  const { ctx, devices } = deps;
  const { db, clock, config } = ctx;
  await takePoints(ctx, [{ limit: 'desk.address', of: addressKey(visitor.address) }]);
  const { operator, totpSecret, codeHash } = await invitationOf(ctx, request.code);
  await assertStrongOperatorPassword(deps, request.password, { name: request.name, email: operator.email });
  const withPasskey = request.passkey !== undefined;
  const withApp = (request.appCode ?? '') !== '' || (config.production && !withPasskey);
  const now = clock.now();
  const made = request.passkey && (await readNew(deps, { use: challengeFor(codeHash), sent: request.passkey }));
  const step = withApp ? await appStep(deps, { ...operator, totpSecret }, request.appCode) : undefined;
  const passwordHash = await hashPassword(request.password);
  const app = step === undefined ? { totpSecret: null, totpSince: null, totpStep: null } : { totpSecret, totpSince: now, totpStep: step };
  const session = await transaction(db, async (tx) => {
    if (!(await queries.takeInvitation(tx, codeHash))) throw new UserError(400, { '': [messages.used] });
    await queries.changeOperator(tx, operator.id, { name: request.name, passwordHash, joinedAt: operator.joinedAt ?? now, ...app });
    await queries.endOperatorSessions(tx, operator.id);
    await deleteOperatorPasskeys(tx, operator.id);
    await dropOperatorCodes(tx, operator.id);
    if (made) await keepPasskey(ctx, tx, operator, { made, name: describeDevice(visitor.userAgent) || 'Passkey' });
    await writeAudit(tx, operator, now, {
      act: 'desk.join',
      about: { kind: 'operator', id: operator.id },
      after: { withApp, withPasskey },
    });
    return startOperatorSession(tx, { operatorId: operator.id, now, visitor });
  });
  const factor = withPasskey ? 'passkey' : withApp ? 'app' : 'none';
  logSecurity(ctx.log, 'security.operator.joined', { operator: operator.id, role: operator.role, factor });
  return { session, deviceCookie: devices.cookie({ id: operator.id, passwordHash }, now) };
}

async function appStep({ ctx, cipher }: AuthDeps, row: queries.OperatorRow, typed: string | undefined): Promise<number> {
  try {
    return await findLogInStep(cipher, row, typed, ctx.clock.now());
  } catch (cause) {
    if (cause instanceof UserError) throw new UserError(400, { appCode: [messages.code] });
    throw cause;
  }
}
