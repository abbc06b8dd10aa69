// API schemas of passkeys and of step-up.
import * as z from 'zod/mini';
import { assertionShape, newCredentialShape, passkeyNameShape } from '#lib/people/passkey.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { timeZoneShape } from '../shapes.ts';

const CODE_CHARS = 200;

const messages = {
  name: /*i18n*/ { id: 'passkey.name', message: 'Enter a name for the passkey.' },
} as const satisfies Record<string, Message>;

/** The default name is the browser and the system. */
export const addPasskeyShape = z.object({ name: z._default(passkeyNameShape, ''), credential: newCredentialShape });
export const renamePasskeyShape = z.object({ id: z.uuid(), name: passkeyNameShape.check(z.minLength(1, withMessage(messages.name))) });
export const passkeyIdShape = z.object({ id: z.uuid() });
export const passkeyAssertionShape = z.object({ credential: assertionShape });
export const passkeyLoginShape = z.object({ credential: assertionShape, rememberMe: z.optional(z.boolean()), timeZone: timeZoneShape });

/** Available step-up methods; the password always works. */
export const confirmOptionsShape = z.object({ app: z.boolean(), publicKey: z.nullable(z.record(z.string(), z.unknown())) });
/** One is enough; an empty one is ignored. */
export const confirmShape = z.object({
  currentPassword: z.optional(z.string()),
  code: z.optional(z.string().check(z.maxLength(CODE_CHARS))),
  credential: z.optional(assertionShape),
});
export const confirmedShape = z.object({ until: z.string() });

export type AddPasskey = z.output<typeof addPasskeyShape>;
export type RenamePasskey = z.output<typeof renamePasskeyShape>;
export type PasskeyLogin = z.output<typeof passkeyLoginShape>;
export type ConfirmOptions = z.output<typeof confirmOptionsShape>;
export type Confirm = z.output<typeof confirmShape>;
export type Confirmed = z.output<typeof confirmedShape>;
