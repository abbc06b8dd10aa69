// Shapes of WebAuthn data as `PublicKeyCredential.toJSON` writes it, base64url encoded.
// src/platform/identity/passkeys.ts verifies it.
import * as z from 'zod/mini';
import { nameLine } from '../markdown/plain-text.ts';

const PASSKEY_NAME_CHARS = 60;

const createBase64UrlShape = (maxChars: number) => z.string().check(z.maxLength(maxChars), z.regex(/^[\w-]+$/));
const credential = { id: createBase64UrlShape(1_400), rawId: createBase64UrlShape(1_400), type: z.literal('public-key') };

/** A new passkey. */
export const newCredentialShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: createBase64UrlShape(8_000),
    attestationObject: createBase64UrlShape(40_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))),
  }),
});

/** A signature by a passkey. */
export const assertionShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: createBase64UrlShape(8_000),
    authenticatorData: createBase64UrlShape(8_000),
    signature: createBase64UrlShape(8_000),
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
});

/** Options of `navigator.credentials` as JSON, passed to the browser unchanged. */
export const passkeyOptionsShape = z.object({ publicKey: z.record(z.string(), z.unknown()) });

export const passkeyNameShape = z.string().check(z.overwrite(nameLine), z.trim(), z.maxLength(PASSKEY_NAME_CHARS));

export const passkeysShape = z.array(
  z.object({ id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) }),
);

export type NewCredential = z.output<typeof newCredentialShape>;
export type Assertion = z.output<typeof assertionShape>;
export type PasskeyOptions = z.output<typeof passkeyOptionsShape>;
export type PasskeyList = z.output<typeof passkeysShape>;
