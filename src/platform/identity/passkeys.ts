// Adds, renames and removes passkeys, and logs in with one. A change needs a step-up.
import type { Assertion, NewCredential, PasskeyList, PasskeyOptions } from '#lib/people/passkey.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { type DbClient, transaction } from '../database/database.ts';
import { getAddressKey, takePoints } from '../limits/limits.ts';
import { logFailedLogIn, logSecurity } from '../logging/security-log.ts';
import { newId } from '../new-id.ts';
import type { ChallengeUse } from './challenges.ts';
import { createStepUpError } from './errors.ts';
import type { Holder, Identity, PasskeyProof, Person } from './identity.ts';
import { isKnown, type LogIn } from './log-in.ts';
import * as queries from './queries.ts';
import { describeDevice } from './rules.ts';
import { createCreationOptions, readAssertion, readCreation, requestOptions, type StoredPasskey } from './webauthn.ts';

/** More than anybody has devices. */
const MAX_PASSKEYS = 20;

const messages = {
  notAdded: /*i18n*/ { id: 'passkey.notAdded', message: 'This passkey couldn’t be added. Try again.' },
  known: /*i18n*/ { id: 'passkey.known', message: 'This passkey is already added.' },
  most: /*i18n*/ { id: 'passkey.most', message: 'You have {count} passkeys, the maximum. Remove one first.' },
} as const satisfies Record<string, Message>;

export async function listPasskeys({ ctx, tables }: Identity, personId: string): Promise<PasskeyList> {
  return (await queries.findPasskeys(ctx.db.orm, tables, personId)).map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

const getAddChallenge = ({ area }: Identity, { sessionId }: Holder): ChallengeUse => ({ purpose: `${area}.add`, holder: sessionId });

export async function createPasskeyOptions(identity: Identity, holder: Holder): Promise<PasskeyOptions> {
  const { ctx, party, tables } = identity;
  const person = await identity.find(ctx.db.orm, holder.personId);
  if (!person) throw new UserError(401);
  identity.admitPasskey?.(person);
  const passkeys = await queries.findPasskeys(ctx.db.orm, tables, person.id);
  const { id, email } = person;
  return createCreationOptions(ctx, party, {
    use: getAddChallenge(identity, holder),
    person: { id, email, name: identity.displayName(person) },
    passkeys,
  });
}

type AddPasskey = { readonly name: string; readonly credential: NewCredential };

export async function addPasskey(
  identity: Identity,
  holder: Holder,
  { name, credential }: AddPasskey,
  userAgent: string | undefined,
): Promise<PasskeyList> {
  const { ctx, tables } = identity;
  const created = await readNewPasskey(identity, getAddChallenge(identity, holder), credential);
  await transaction(ctx.db, async (tx) => {
    const person = await lockConfirmed(identity, tx, holder);
    identity.admitPasskey?.(person);
    if ((await queries.countPasskeys(tx, tables, person.id)) >= MAX_PASSKEYS)
      throw new UserError(400, { '': [{ ...messages.most, values: { count: MAX_PASSKEYS } }] });
    await savePasskey(identity, tx, person, { created, name: name || nameAfterDevice(userAgent) });
  });
  return listPasskeys(identity, holder.personId);
}

export async function readNewPasskey({ ctx, party }: Identity, use: ChallengeUse, sent: NewCredential): Promise<StoredPasskey> {
  const created = await readCreation(ctx, party, { use, sent });
  if (!created) throw new UserError(400, { '': [messages.notAdded] });
  return created;
}

export const nameAfterDevice = (userAgent: string | undefined): string => describeDevice(userAgent) || 'Passkey';

type NewPasskey = { readonly created: StoredPasskey; readonly name: string };

export async function savePasskey(identity: Identity, tx: DbClient, person: Person, { created, name }: NewPasskey): Promise<void> {
  const { ctx, tables } = identity;
  const now = ctx.clock.now();
  const row = { ...created, id: newId(now), ownerId: person.id, name, transports: [...created.transports], createdAt: now };
  if (!(await queries.insertPasskey(tx, tables, row))) throw new UserError(400, { '': [messages.known] });
  await identity.announce(tx, person, { kind: 'passkey-added', passkey: name });
  logSecurity(ctx.log, 'security.factor.added', { ...identity.subject(person.id), factor: 'passkey' });
}

type RenamePasskey = { readonly id: string; readonly name: string };

export async function renamePasskey(identity: Identity, personId: string, request: RenamePasskey): Promise<PasskeyList> {
  if (!(await queries.setPasskeyName(identity.ctx.db.orm, identity.tables, personId, request))) throw new UserError(404);
  return listPasskeys(identity, personId);
}

export async function removePasskey(identity: Identity, holder: Holder, id: string): Promise<PasskeyList> {
  const { ctx, tables } = identity;
  await transaction(ctx.db, async (tx) => {
    const person = await lockConfirmed(identity, tx, holder);
    const passkey = await queries.deletePasskey(tx, tables, person.id, id);
    if (passkey === undefined) throw new UserError(404);
    await identity.dismissPasskey?.(tx, person);
    await identity.announce(tx, person, { kind: 'passkey-removed', passkey });
  });
  logSecurity(ctx.log, 'security.factor.removed', { factor: 'passkey' });
  return listPasskeys(identity, holder.personId);
}

/** The session may have ended since the call began. */
async function lockConfirmed(identity: Identity, tx: DbClient, holder: Holder): Promise<Person> {
  const { ctx, tables } = identity;
  const person = await identity.lock(tx, holder.personId);
  if (!person || !(await queries.isSessionConfirmed(tx, tables, holder, ctx.clock.now()))) throw createStepUpError();
  return person;
}

type Signed = { readonly use: ChallengeUse; readonly assertion: Assertion; readonly refused: UserError };

/** It must be this person’s passkey, and signed for this use. */
export async function proveByPasskey(identity: Identity, personId: string, signed: Signed): Promise<PasskeyProof> {
  const found = await findBySignature(identity, signed.assertion);
  return readProof(identity, signed, found?.ownerId === personId ? found : undefined);
}

const findBySignature = ({ ctx, tables }: Identity, { id }: Assertion) =>
  queries.findPasskey(ctx.db.orm, tables, Buffer.from(id, 'base64url'));

/** Uses up the challenge even without a passkey. */
async function readProof(
  { ctx, party }: Identity,
  { use, assertion, refused }: Signed,
  passkey: queries.PasskeyRow | undefined,
): Promise<PasskeyProof> {
  const counter = await readAssertion(ctx, party, { use, sent: assertion, passkey, holderId: passkey?.ownerId });
  if (!passkey || counter === undefined) throw refused;
  return { by: 'passkey', id: passkey.id, counter, refused };
}

const takeTry = ({ ctx }: Identity, address: string): Promise<void> =>
  takePoints(ctx, [{ limit: 'passkey.address', of: getAddressKey(address) }]);

/** The person is not known yet. */
const logInChallenge = ({ area }: Identity): ChallengeUse => ({ purpose: `${area}.logIn`, holder: '' });

/** Every visitor gets the same options, which do not tell whether an account has a passkey. */
export async function createPasskeyLogInOptions(identity: Identity, address: string): Promise<PasskeyOptions> {
  await takeTry(identity, address);
  return requestOptions(identity.ctx, identity.party, { use: logInChallenge(identity) });
}

type PasskeyLogIn<P, L> = Pick<LogIn<P, L>, 'visitor' | 'enter'> & { readonly assertion: Assertion };

/** A passkey verifies the person as well as the device, so log-in asks for no further code. */
export async function logInByPasskey<P extends Person, L>(
  identity: Identity<P>,
  { assertion, visitor, enter }: PasskeyLogIn<P, L>,
): Promise<L> {
  let owner: P | undefined;
  try {
    await takeTry(identity, visitor.address);
    const passkey = await findBySignature(identity, assertion);
    owner = passkey && (await identity.find(identity.ctx.db.orm, passkey.ownerId));
    const refused = identity.passkeyRefused();
    const proof = await readProof(identity, { use: logInChallenge(identity), assertion, refused }, owner && passkey);
    if (!owner) throw refused;
    return await enter(owner, { proof, isKnown: isKnown(identity, visitor, owner) });
  } catch (cause) {
    const { log } = identity.ctx;
    logFailedLogIn(log, cause, { area: identity.area, ...(owner && identity.subject(owner.id)) }, 'passkey');
    identity.noteRefused?.(cause, owner?.id);
    throw cause;
  }
}
