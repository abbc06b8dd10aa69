// The identity of customers: their tables and limits, and their mails about changes.

import { type Message, UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { openDevices } from '#platform/identity/devices.ts';
import { createCipher } from '#platform/identity/encryption.ts';
import { createPasskeyError, createWrongPasswordError } from '#platform/identity/errors.ts';
import type { Holder, Identity } from '#platform/identity/identity.ts';
import { createRelyingParty } from '#platform/identity/webauthn.ts';
import { deleteEmailChange, lockAccount } from './email/queries.ts';
import type { AccountEvents } from './events.ts';
import { mailPasskeyChange, mailSecurityChange } from './mails.ts';
import { type AccountPerson, deleteCodes, endSessions, findByEmail, findById, isActiveSession } from './queries.ts';
import { dropExports } from './queries-privacy.ts';
import { account, accountPasskey, accountSession, accountSpareCode } from './tables.ts';

export type AccountIdentity = Identity<AccountPerson>;

const messages = {
  unconfirmed: /*i18n*/ {
    id: 'account.unconfirmed',
    message: 'Confirm your email address first, so you can get back in if you lose a device.',
  },
} as const satisfies Record<string, Message>;

/** Keeps someone who registers a foreign address from locking its owner out with a factor. */
export function assertConfirmed({ emailVerifiedAt }: Pick<AccountPerson, 'emailVerifiedAt'>): void {
  if (!emailVerifiedAt) throw new UserError(400, { '': [messages.unconfirmed] });
}

export const toHolder = ({ personId, sessionId }: Pick<Caller, 'personId' | 'sessionId'>): Holder => ({ personId, sessionId });

type IdentityOptions = { readonly secrets: Secrets; readonly brand: () => string; readonly reactions: AccountEvents };

export const openAccountIdentity = (ctx: AppContext, { secrets, brand, reactions }: IdentityOptions): AccountIdentity => ({
  ctx,
  area: 'shop',
  party: createRelyingParty(ctx.config.shopUrl, brand()),
  devices: openDevices(secrets.derive('devices'), { name: 'device', secure: ctx.config.shopUrl.startsWith('https:') }),
  cipher: createCipher(secrets),
  tables: {
    person: account,
    goneAt: account.erasedAt,
    passkey: accountPasskey,
    session: accountSession,
    sessionOwner: accountSession.accountId,
    isOpen: isActiveSession,
    recoveryCode: accountSpareCode,
  },
  limits: {
    device: 'login.device',
    knownAddress: 'login.knownAddress',
    pair: 'login.pair',
    address: 'login.address',
    person: 'login.account',
    recoveryAddress: 'recover.address',
    recoveryEmail: 'recover.email',
    proof: 'password.account',
    code: 'two-factor.code',
  },
  findByEmail,
  find: findById,
  lock: lockAccount,
  endSessions: (tx, id, because, which) => endSessions(tx, id, { now: ctx.clock.now(), because }, which),
  ownWords: ({ firstName, lastName, email }) => [firstName, lastName, email, brand()],
  displayName: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  admitPasskey: assertConfirmed,
  async announce(tx, owner, change) {
    if (change.kind === 'confirmed') return;
    if (change.kind !== 'password-changed') return mailPasskeyChange(ctx, tx, owner, { mail: change.kind, passkey: change.passkey });
    await dropExports(tx, owner.id);
    await deleteEmailChange(tx, owner.id);
    await deleteCodes(tx, owner.id, 'login');
    for (const react of reactions['accounts.passwordChanged']) await react(tx, owner.id, ctx.clock.now());
    await mailSecurityChange(ctx, tx, owner, 'password-changed');
  },
  passwordReplaced: createWrongPasswordError,
  passkeyRefused: createPasskeyError,
  subject: (account) => ({ account }),
});
