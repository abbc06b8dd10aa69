// Calls for accounts: register, log in, sessions, second factor, brand kits, live updates.

import type { CallTable } from '../../lib/calls.ts';
import {
  brandKitsShape,
  changeEmailShape,
  changePasswordShape,
  closedShape,
  closingShape,
  confirmEmailShape,
  confirmedEmailShape,
  currentPasswordShape,
  emailChangeShape,
  endSessionShape,
  eventsRequestShape,
  exportShape,
  factorShape,
  forgotShape,
  loginShape,
  profileShape,
  provenShape,
  refreshShape,
  registerShape,
  removeBrandKitShape,
  resetShape,
  saveBrandKitShape,
  sessionsShape,
  spareCodesShape,
  tokensShape,
  totpSecretShape,
  twoFactorShape,
  updateShape,
} from './shapes.ts';

export const accountCalls = {
  'POST /api/Accounts/register': {
    who: 'open',
    about: 'Opens an account. A mail asks to confirm the address; nothing waits for that.',
    input: registerShape,
  },
  'POST /api/Accounts/login': {
    who: 'open',
    about:
      'Begins a session: 30 days when it is to be remembered, else 12 hours. Whatever is wrong, the refusal is the same; after it, a second factor may be asked for.',
    input: loginShape,
    output: tokensShape,
  },
  'POST /api/Accounts/refresh': {
    who: 'open',
    about:
      'New tokens for a refresh token, which then dies. For 10 seconds it gives the same successor again; later its use ends the session.',
    input: refreshShape,
    output: tokensShape,
  },
  'POST /api/Accounts/forgot-password': {
    who: 'open',
    about: 'Mails a link for a new password, if there is such an account; the answer does not tell.',
    input: forgotShape,
  },
  'POST /api/Accounts/reset-password': {
    who: 'open',
    about: 'Sets a new password with the code from the mail, and ends every session of the account.',
    input: resetShape,
  },
  'POST /api/Accounts/confirm-email': {
    who: 'open',
    about:
      'Confirms an address with the code that was mailed there. A change of address is done with the second of its two, and ends every session.',
    input: confirmEmailShape,
    output: confirmedEmailShape,
  },
  'POST /api/Accounts/send-verification': { who: 'token', about: 'Mails the link that confirms the address once more.' },
  'POST /api/Accounts/change-email': {
    who: 'token',
    about: 'Asks for another address. It is the account’s when the links that are mailed to the old and to the new one have been opened.',
    input: changeEmailShape,
  },
  'GET /api/Accounts/email-change': { who: 'token', about: 'The change of address that is under way.', output: emailChangeShape },
  'POST /api/Accounts/drop-email-change': { who: 'token', about: 'Takes it back; its links are worth nothing then.' },
  'GET /api/Accounts/profile': { who: 'token', about: 'Whose account this is.', output: profileShape, joins: true },
  'POST /api/accounts/update': { who: 'token', about: 'Changes name and postal address.', input: updateShape },
  'POST /api/Accounts/change-password': {
    who: 'token',
    about: 'Sets a new password, and ends all other sessions.',
    input: changePasswordShape,
  },
  'POST /api/Accounts/ask-export': {
    who: 'token',
    about: 'Puts together all that the shop knows of the person, and mails a link to it.',
    input: currentPasswordShape,
  },
  'POST /api/Accounts/fetch-export': {
    who: 'open',
    about: 'What the mailed link leads to, once, within 24 hours: all that the shop knows of a person, each part under its name.',
    input: confirmEmailShape,
    output: exportShape,
  },
  'POST /api/Accounts/ask-deletion': {
    who: 'token',
    about: 'Closes the account in 7 days. Until then it can be kept.',
    input: currentPasswordShape,
    output: closedShape,
  },
  'POST /api/Accounts/keep-account': { who: 'token', about: 'Takes it back that the account is to be closed.' },
  'GET /api/Accounts/closing': { who: 'token', about: 'Whether the account is to be closed, and when.', output: closingShape },
  'POST /api/Accounts/logout': { who: 'token', about: 'Ends this session; its tokens die at once.' },
  'GET /api/Accounts/sessions': { who: 'token', about: 'Where the account is logged in.', output: sessionsShape },
  'POST /api/Accounts/end-session': { who: 'token', about: 'Logs out another device.', input: endSessionShape },
  'POST /api/Accounts/end-other-sessions': { who: 'token', about: 'Logs out all other devices.' },
  'GET /api/Accounts/two-factor': {
    who: 'token',
    about: 'Whether a log-in asks for a second factor, since when, and how many recovery codes are left.',
    output: twoFactorShape,
  },
  'POST /api/Accounts/set-up-two-factor': {
    who: 'token',
    about: 'A new secret for an authenticator app. Nothing is asked of a log-in before it is turned on.',
    input: currentPasswordShape,
    output: totpSecretShape,
  },
  'POST /api/Accounts/turn-on-two-factor': {
    who: 'token',
    about: 'Turns the second factor on with a code from the app, and gives the recovery codes, once.',
    input: factorShape,
    output: spareCodesShape,
  },
  'POST /api/Accounts/turn-off-two-factor': {
    who: 'token',
    about: 'Turns the second factor off, with the password and a code from the app or a recovery code.',
    input: provenShape,
  },
  'POST /api/Accounts/new-recovery-codes': {
    who: 'token',
    about: 'Ten new recovery codes, with the password and a code from the app. The old ones count no more.',
    input: provenShape,
    output: spareCodesShape,
  },
} as const satisfies CallTable;

export const brandKitCalls = {
  'GET /api/Accounts/brand-kits': {
    who: 'token',
    about: 'What the account has kept of its brands for the next brief, the newest first.',
    output: brandKitsShape,
  },
  'POST /api/Accounts/save-brand-kit': {
    who: 'token',
    about: 'Keeps what a brief says of a brand. It takes the place of an older kit of that brand, or of the one whose id is given.',
    input: saveBrandKitShape,
    output: brandKitsShape,
  },
  'POST /api/Accounts/remove-brand-kit': { who: 'token', about: 'Removes a brand kit.', input: removeBrandKitShape },
} as const satisfies CallTable;

export const liveUpdateCalls = {
  'GET /api/events': {
    who: 'token',
    about:
      'Tells what has changed in the account, as server-sent events (text/event-stream), so that pages ask anew: `hello`, `news` with the names of what changed, `again` where some may have been missed, and `end` with its reason (token, session, replaced, stopping). A page that was drawn `sinceMs` ago is told after `hello` what has changed since; without it, it asks anew for everything. One stream for each session; it ends with the access token.',
    input: eventsRequestShape,
    answer: 'stream',
  },
} as const satisfies CallTable;
