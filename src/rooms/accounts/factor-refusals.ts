// What is said of a passkey that did not do, and of a session that has to be confirmed first.
import { type Message, Refusal } from '../../lib/refusal.ts';

const messages = {
  passkey: /*i18n*/ { id: 'passkey.refused', message: 'This passkey could not be used. Try again, or use your password.' },
  stepUp: /*i18n*/ { id: 'account.stepUp', message: 'Please confirm that it is you.' },
} as const satisfies Record<string, Message>;

/** Unknown, another's, signed wrongly, for another site or too late: whoever guesses learns nothing. */
export const passkeyRefused = (): Refusal => new Refusal(400, { '': [messages.passkey] });

/** 400 and not 403: a session that has to be confirmed is still good, and a client must neither refresh nor end it. */
export const stepUpNeeded = (): Refusal => new Refusal(400, { stepUp: [messages.stepUp] });
