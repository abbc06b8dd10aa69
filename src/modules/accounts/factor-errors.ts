// Errors shared by all factors: passkey rejected, step-up required, address not confirmed.
import { type Message, UserError } from '#lib/user-error.ts';

const messages = {
  passkey: /*i18n*/ { id: 'passkey.refused', message: 'This passkey didn’t work. Try again, or use your password.' },
  stepUp: /*i18n*/ { id: 'account.stepUp', message: 'Confirm it’s you.' },
  unconfirmed: /*i18n*/ {
    id: 'account.unconfirmed',
    message: 'Confirm your email address first, so you can get back in if you lose a device.',
  },
} as const satisfies Record<string, Message>;

/** The same error for every cause, so that guessing reveals nothing. */
export const passkeyRefused = (): UserError => new UserError(400, { '': [messages.passkey] });

/** 400 and not 403: the session is valid, and clients must neither refresh nor end it. */
export const accountStepUpNeeded = (): UserError => new UserError(400, { stepUp: [messages.stepUp] });

/** Prevents registering someone else's address and locking its owner out with a factor. */
export const addressUnconfirmed = (): UserError => new UserError(400, { '': [messages.unconfirmed] });
