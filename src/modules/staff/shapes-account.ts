// Request and response shapes of an operator’s own account: name, address, sessions, and a forgotten
// password.
import * as z from 'zod/mini';
import { emailShape } from '#lib/people/email.ts';
import { assertionShape } from '#lib/people/passkey.ts';
import { changeDeskPasswordShape, joinShape } from './shapes.ts';

export const ownAccountShape = z.object({
  /** A new address that is not confirmed yet. */
  pendingEmail: z.nullable(z.object({ email: z.string(), until: z.string() })),
  /** Last used first. */
  sessions: z.array(
    z.object({
      id: z.string(),
      /** Empty if it is not known. */
      device: z.string(),
      createdAt: z.string(),
      seenAt: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
});
export type OwnAccount = z.output<typeof ownAccountShape>;

export const renameOperatorShape = z.object({ name: joinShape.shape.name });
export const changeOperatorEmailShape = z.object({ email: emailShape });
/** One of the other sessions, or all of them. */
export const endSessionsShape = z.object({ id: z.optional(z.uuid()) });

const codeShape = joinShape.shape.code;
export const mailedCodeShape = z.object({ code: codeShape });
export const newEmailShape = z.object({ email: z.string() });
export const recoverOperatorShape = z.object({ email: emailShape });
/** An operator with an app or a passkey confirms with one of them. */
export const resetOperatorPasswordShape = z.object({
  code: codeShape,
  password: changeDeskPasswordShape.shape.password,
  appCode: joinShape.shape.appCode,
  credential: z.optional(assertionShape),
});
export type ResetOperatorPassword = z.output<typeof resetOperatorPasswordShape>;
