// Joining by an invitation link: sets name, password and a second factor (authenticator app or passkey). The
// link works once.

import type { PasskeyOptions } from '#lib/people/passkey.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import type { ChallengeUse } from '#platform/identity/challenges.ts';
import { hashNewPassword } from '#platform/identity/change-password.ts';
import { readCode } from '#platform/identity/codes.ts';
import { nameAfterDevice, readNewPasskey, savePasskey } from '#platform/identity/passkeys.ts';
import { deletePasskeys } from '#platform/identity/queries.ts';
import { verifyAppCode } from '#platform/identity/second-factor.ts';
import { createTotpAddress } from '#platform/identity/totp.ts';
import { createCreationOptions } from '#platform/identity/webauthn.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { dropOperatorCodes } from './account/queries.ts';
import { writeAudit } from './actions.ts';
import { type AuthDeps, type DeskVisitor, type OperatorLogIn, startOperatorSession } from './auth.ts';
import * as queries from './queries.ts';
import type { Join } from './shapes.ts';
import { nameRole } from './shapes-roles.ts';

const messages = {
  used: /*i18n*/ { id: 'desk.used', message: 'This link has expired or was already used. Ask an owner for a new one.' },
} as const satisfies Record<string, Message>;

export async function previewInvitation({ ctx, identity, brand }: AuthDeps, code: string) {
  const { operator, totpSecret } = await getInvitation(ctx, code);
  const secret = identity.cipher.open(totpSecret, operator.id);
  const address = await createTotpAddress(secret, { issuer: `${brand()} desk`, email: operator.email });
  return { email: operator.email, name: operator.name, role: nameRole(operator), secret, address, mustHaveApp: ctx.config.production };
}

async function getInvitation({ db, clock }: AppContext, code: string) {
  const codeHash = readCode(code);
  const found = codeHash && (await queries.findInvitation(db.orm, codeHash, clock.now()));
  if (!codeHash || !found) throw new UserError(400, { '': [messages.used] });
  return { ...found, codeHash };
}

const createChallengeUse = (codeHash: Buffer): ChallengeUse => ({ purpose: 'desk.join', holder: codeHash.toString('hex') });

export async function joinPasskeyOptions({ ctx, identity }: AuthDeps, code: string, address: string): Promise<PasskeyOptions> {
  await takePoints(ctx, [{ limit: 'passkey.address', of: getAddressKey(address) }]);
  const { operator, codeHash } = await getInvitation(ctx, code);
  return createCreationOptions(ctx, identity.party, { use: createChallengeUse(codeHash), person: operator, passkeys: [] });
}

/**
 * A second factor is required in production only. Previous factors are replaced, because they may be lost.
 */
export async function joinTeam(deps: AuthDeps, request: Join, visitor: DeskVisitor): Promise<OperatorLogIn> {
  const { ctx, identity } = deps;
  const { db, clock, config } = ctx;
  await takePoints(ctx, [{ limit: 'desk.address', of: getAddressKey(visitor.address) }]);
  const { operator, totpSecret, codeHash } = await getInvitation(ctx, request.code);
  const passwordHash = await hashNewPassword(ctx, request.password, identity.ownWords({ ...operator, name: request.name }));
  const withPasskey = request.passkey !== undefined;
  const withApp = (request.appCode ?? '') !== '' || (config.production && !withPasskey);
  const now = clock.now();
  const created = request.passkey && (await readNewPasskey(identity, createChallengeUse(codeHash), request.passkey));
  const proof = withApp
    ? await verifyAppCode(identity, { id: operator.id, totpSecret }, { code: request.appCode, guesser: undefined, field: 'appCode' })
    : undefined;
  const app = proof ? { totpSecret, totpSince: now, totpStep: proof.step } : { totpSecret: null, totpSince: null, totpStep: null };
  const session = await transaction(db, async (tx) => {
    if (!(await queries.takeInvitation(tx, codeHash))) throw new UserError(400, { '': [messages.used] });
    await queries.changeOperator(tx, operator.id, { name: request.name, passwordHash, joinedAt: operator.joinedAt ?? now, ...app });
    await queries.endOperatorSessions(tx, operator.id);
    await deletePasskeys(tx, identity.tables, operator.id);
    await dropOperatorCodes(tx, operator.id);
    if (created) await savePasskey(identity, tx, operator, { created, name: nameAfterDevice(visitor.userAgent) });
    await writeAudit(tx, operator, now, {
      act: 'desk.join',
      about: { kind: 'operator', id: operator.id },
      after: { withApp, withPasskey },
    });
    return startOperatorSession(tx, { operatorId: operator.id, now, visitor });
  });
  const factor = withPasskey ? 'passkey' : withApp ? 'app' : 'none';
  logSecurity(ctx.log, 'security.operator.joined', { operator: operator.id, role: operator.role, factor });
  return { session, deviceCookie: identity.devices.cookie({ id: operator.id, passwordHash }, now) };
}
