// Errors of identities. Each is the same for every cause, so that guessing reveals nothing.
import { type Message, UserError } from '#lib/user-error.ts';

const messages = {
  wrongCredentials: /*i18n*/ { id: 'account.wrong', message: 'The email or password is wrong.' },
  current: /*i18n*/ { id: 'account.current', message: 'This isn’t your current password.' },
  missing: /*i18n*/ { id: 'account.currentMissing', message: 'Enter your current password.' },
  passkey: /*i18n*/ { id: 'passkey.refused', message: 'This passkey didn’t work. Try again, or use your password.' },
  stepUp: /*i18n*/ { id: 'account.stepUp', message: 'Confirm it’s you.' },
} as const satisfies Record<string, Message>;

/** Also if the password changes while it is checked. */
export const createLogInError = (): UserError => new UserError(400, { '': [messages.wrongCredentials] });
export const createWrongPasswordError = (): UserError => new UserError(400, { currentPassword: [messages.current] });
export const createMissingPasswordError = (): UserError => new UserError(400, { currentPassword: [messages.missing] });
export const createPasskeyError = (): UserError => new UserError(400, { '': [messages.passkey] });
/** 400 and not 403: the session is valid, and clients must neither refresh nor end it. */
export const createStepUpError = (): UserError => new UserError(400, { stepUp: [messages.stepUp] });
