// The refusals that all factors share: a passkey that could not be used, a session or an address that must be confirmed first.
import { type Message, UserError } from '../../../lib/user-error.ts';

const messages = {
  passkey: /*i18n*/ { id: 'passkey.refused', message: 'This passkey could not be used. Try again, or use your password.' },
  stepUp: /*i18n*/ { id: 'account.stepUp', message: 'Please confirm that it is you.' },
  unconfirmed: /*i18n*/ {
    id: 'account.unconfirmed',
    message: 'Confirm your e-mail address first: it is your way back when a device is lost.',
  },
} as const satisfies Record<string, Message>;

/** Unknown, another's, signed wrongly, for another site or too late: whoever guesses learns nothing. */
export const passkeyRefused = (): UserError => new UserError(400, { '': [messages.passkey] });

/** 400 and not 403: a session that has to be confirmed is still good, and a client must neither refresh nor end it. */
export const stepUpNeeded = (): UserError => new UserError(400, { stepUp: [messages.stepUp] });

/** Otherwise somebody could register another person's address and keep its owner out with a factor. */
export const addressUnconfirmed = (): UserError => new UserError(400, { '': [messages.unconfirmed] });
