// Chooses and changes passwords. New ones that are common, breached or made of the person's own data are
// rejected.
import { type Message, UserError } from '#lib/user-error.ts';
import type { AppContext } from '../app-context.ts';
import { type DbClient, transaction } from '../database/database.ts';
import { logSecurity } from '../logging/security-log.ts';
import { isBreached } from './breached.ts';
import { isCommon } from './common-passwords.ts';
import type { Holder, Identity, IdentityChange, Person } from './identity.ts';
import { hashPassword } from './passwords.ts';
import * as queries from './queries.ts';
import { isOwnWords } from './rules.ts';
import { verifyOwner } from './step-up.ts';

const messages = {
  common: /*i18n*/ { id: 'account.common', message: 'This password is easy to guess. Choose another one.' },
  breached: /*i18n*/ {
    id: 'account.breached',
    message: 'This password was exposed in a data breach. Choose one that you use nowhere else.',
  },
  ownWords: /*i18n*/ {
    id: 'account.ownWords',
    message: 'Your name, your address and the shop’s name are easy to guess. Choose another password.',
  },
} as const satisfies Record<string, Message>;

/** `ownWords`: names of the person, the shop and the place. */
export async function hashNewPassword(ctx: AppContext, password: string, ownWords: readonly string[]): Promise<string> {
  if (isOwnWords(password, ownWords)) throw new UserError(400, { password: [messages.ownWords] });
  if (await isCommon(password)) throw new UserError(400, { password: [messages.common] });
  if (await isBreached(ctx, password)) throw new UserError(400, { password: [messages.breached] });
  return hashPassword(password);
}

type ChangePassword = { readonly currentPassword: string; readonly password: string };

/** Returns a new device cookie: the change makes all known devices unknown, and this one is still trusted. */
export async function changePassword<P extends Person>(
  identity: Identity<P>,
  holder: Holder,
  { currentPassword, password }: ChangePassword,
): Promise<string> {
  const { ctx, devices } = identity;
  const person = await verifyOwner(identity, holder, currentPassword);
  const passwordHash = await hashNewPassword(ctx, password, identity.ownWords(person));
  await transaction(ctx.db, async (tx) => {
    const locked = await identity.lock(tx, person.id);
    if (locked?.passwordHash !== person.passwordHash) throw identity.passwordReplaced();
    await replacePassword(identity, tx, person, {
      passwordHash,
      change: { kind: 'password-changed', by: 'owner' },
      exceptSession: holder.sessionId,
    });
  });
  logSecurity(ctx.log, 'security.password.changed', { ...identity.subject(person.id), by: 'owner' });
  return devices.cookie({ id: person.id, passwordHash }, ctx.clock.now());
}

type Replacement = {
  readonly passwordHash: string;
  readonly change: Extract<IdentityChange, { kind: 'password-changed' }>;
  readonly exceptSession?: string;
};

/** Ends the person's sessions and confirmations. Called under the lock of their row. */
export async function replacePassword<P extends Person>(
  identity: Identity<P>,
  tx: DbClient,
  person: P,
  { passwordHash, change, exceptSession }: Replacement,
): Promise<void> {
  const { tables } = identity;
  await queries.setPasswordHash(tx, tables, person.id, passwordHash);
  await queries.endConfirmations(tx, tables, person.id);
  await identity.endSessions(tx, person.id, change.by === 'owner' ? 'password' : 'reset', { except: exceptSession });
  await identity.announce(tx, person, change);
}
