// Creates WebAuthn options and verifies the answers. User verification is always required, so one passkey is
// two factors: the device, and the fingerprint, face or PIN that unlocks it.
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Assertion, NewCredential, PasskeyOptions } from '#lib/people/passkey.ts';
import type { AppContext } from '../app-context.ts';
import { CHALLENGE_SECONDS, type ChallengeUse, createChallenge, takeChallenge } from './challenges.ts';

/** Loaded at the first use, to keep the start fast. */
const importWebauthn = () => import('@simplewebauthn/server');

/** The relying party id: browsers use the passkey for this host only. */
export type RelyingParty = { readonly id: string; readonly name: string; readonly origin: string };

export const createRelyingParty = (url: string, name: string): RelyingParty => ({
  id: new URL(url).hostname,
  name,
  origin: new URL(url).origin,
});

export type StoredPasskey = {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  /** The authenticator's signature counter; 0 if it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
};

type Person = { readonly id: string; readonly email: string; readonly name: string };
type PasskeyContext = Pick<AppContext, 'clock' | 'db'>;

/** One passkey per device: existing ones are excluded. */
export async function createCreationOptions(
  context: PasskeyContext,
  party: RelyingParty,
  { use, person, passkeys }: { use: ChallengeUse; person: Person; passkeys: readonly StoredPasskey[] },
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await importWebauthn();
  const publicKey = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    userID: new Uint8Array(toIdBytes(person.id)),
    challenge: await createChallenge(context, use),
    timeout: CHALLENGE_SECONDS * 1_000,
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { publicKey: { ...publicKey } };
}

/** Without a list of passkeys, the device offers any that it has for this site: no user name is needed. */
export async function requestOptions(
  context: PasskeyContext,
  party: RelyingParty,
  { use, passkeys = [] }: { use: ChallengeUse; passkeys?: readonly StoredPasskey[] },
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await importWebauthn();
  const publicKey = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    timeout: CHALLENGE_SECONDS * 1_000,
    challenge: await createChallenge(context, use),
    ...(passkeys.length > 0 ? { allowCredentials: passkeys.map(toDescriptor) } : {}),
  });
  return { publicKey: { ...publicKey } };
}

/** Undefined unless it is a new passkey of this site, made for this challenge. */
export async function readCreation(
  context: PasskeyContext,
  party: RelyingParty,
  { use, sent }: { use: ChallengeUse; sent: NewCredential },
): Promise<StoredPasskey | undefined> {
  const { verifyRegistrationResponse } = await importWebauthn();
  const challenge = parseChallenge(sent);
  if (!(await takeChallenge(context, challenge, use))) return undefined;
  const response: RegistrationResponseJSON = { ...sent, response: { ...sent.response, transports: [] }, clientExtensionResults: {} };
  const found = await verifyRegistrationResponse({ response, ...toExpectation(party, challenge) }).catch(() => undefined);
  if (!found?.verified) return undefined;
  const { id, publicKey, counter } = found.registrationInfo.credential;
  const transports = sent.response.transports ?? [];
  return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter, transports };
}

/**
 * The authenticator's new counter; undefined unless signed by this passkey, for this site and this challenge.
 */
export async function readAssertion(
  context: PasskeyContext,
  party: RelyingParty,
  {
    use,
    sent,
    passkey,
    holderId,
  }: { use: ChallengeUse; sent: Assertion; passkey: StoredPasskey | undefined; holderId: string | undefined },
): Promise<number | undefined> {
  const challenge = parseChallenge(sent);
  const isOpen = await takeChallenge(context, challenge, use);
  const { userHandle, ...rest } = sent.response;
  if (!isOpen || !passkey || !holderId) return undefined;
  if (userHandle && !Buffer.from(userHandle, 'base64url').equals(toIdBytes(holderId))) return undefined;
  const { verifyAuthenticationResponse } = await importWebauthn();
  const response: AuthenticationResponseJSON = { ...sent, response: rest, clientExtensionResults: {} };
  const credential = { id: sent.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter };
  const found = await verifyAuthenticationResponse({ response, credential, ...toExpectation(party, challenge) }).catch(() => undefined);
  return found?.verified ? found.authenticationInfo.newCounter : undefined;
}

const toExpectation = (party: RelyingParty, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: true,
});

/** Consumes the challenge before the other checks, so that it is valid once, whatever their result. */
function parseChallenge({ response }: NewCredential | Assertion): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

const toDescriptor = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId.toString('base64url'),
  transports: transports as AuthenticatorTransport[],
});

/** The user handle that authenticators store: the bytes of the id, no personal data. */
const toIdBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
