// Passkeys as the browser itself speaks of them: options come as JSON and answers go as JSON, so that no library is needed.
import type { Assertion, NewCredential, PasskeyOptions } from '../../lib/people/passkey.ts';

/** Browsers without the JSON functions do without passkeys. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

/** Undefined when its owner left, or let the time go by. */
export const createPasskey = ({ publicKey }: PasskeyOptions): Promise<NewCredential | undefined> =>
  asked(async () => {
    const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey as unknown as PublicKeyCredentialCreationOptionsJSON);
    return navigator.credentials.create({ publicKey: options });
  });

/** Undefined when its owner left, or let the time go by. */
export const signByPasskey = ({ publicKey }: PasskeyOptions): Promise<Assertion | undefined> =>
  asked(async () => {
    const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey as unknown as PublicKeyCredentialRequestOptionsJSON);
    return navigator.credentials.get({ publicKey: options });
  });

async function asked<Answer>(ask: () => Promise<Credential | null>): Promise<Answer | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as Answer) : undefined;
  } catch (cause) {
    // NotAllowedError: cancelled or too late. InvalidStateError: this device has one already. SecurityError: another host than the passkeys are for.
    if (cause instanceof DOMException) return undefined;
    throw cause;
  }
}
