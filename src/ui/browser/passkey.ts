// Passkeys through the browser's WebAuthn JSON functions, so that no library is needed.
import type { Assertion, NewCredential, PasskeyOptions } from '#lib/people/passkey.ts';

/** Browsers without the JSON functions do not offer passkeys. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

/** Undefined when the user cancelled or the dialog timed out. */
export const createPasskey = ({ publicKey }: PasskeyOptions): Promise<NewCredential | undefined> =>
  runCeremony(async () => {
    const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey as unknown as PublicKeyCredentialCreationOptionsJSON);
    return navigator.credentials.create({ publicKey: options });
  });

/** Undefined when the user cancelled or the dialog timed out. */
export const signByPasskey = ({ publicKey }: PasskeyOptions): Promise<Assertion | undefined> =>
  runCeremony(async () => {
    const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey as unknown as PublicKeyCredentialRequestOptionsJSON);
    return navigator.credentials.get({ publicKey: options });
  });

async function runCeremony<Answer>(ceremony: () => Promise<Credential | null>): Promise<Answer | undefined> {
  try {
    const credential = await ceremony();
    return credential instanceof PublicKeyCredential ? (credential.toJSON() as Answer) : undefined;
  } catch (cause) {
    // NotAllowedError: cancelled or timed out. InvalidStateError: this device already has a passkey.
    // SecurityError: wrong host.
    if (cause instanceof DOMException) return undefined;
    throw cause;
  }
}
