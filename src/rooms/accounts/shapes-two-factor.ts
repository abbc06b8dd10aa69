// What goes over the wire about the second factor.
import * as z from 'zod/mini';
import { givenPassword } from './shapes.ts';

const CODE_CHARS = 200;

/** How it is read, rules.ts says; that it is missing is said in words of its own. */
const code = z.string().check(z.maxLength(CODE_CHARS));

export const twoFactorShape = z.object({
  on: z.boolean(),
  since: z.nullable(z.string()),
  /** Recovery codes that were not used yet. */
  codesLeft: z.number(),
});

export const setUpTwoFactorShape = z.object({ currentPassword: givenPassword });
/** For the app: its secret to type in, in base32, and the otpauth address that a picture of it holds. */
export const totpSecretShape = z.object({ secret: z.string(), uri: z.string() });

export const turnOnTwoFactorShape = z.object({ code });
/** Given once; nobody can read them again. */
export const spareCodesShape = z.object({ codes: z.array(z.string()) });

/** The password, and a code beside it. */
export const provenShape = z.object({ currentPassword: givenPassword, code });

export type TwoFactor = z.output<typeof twoFactorShape>;
export type TotpSecret = z.output<typeof totpSecretShape>;
export type SpareCodes = z.output<typeof spareCodesShape>;
export type Proven = z.output<typeof provenShape>;
