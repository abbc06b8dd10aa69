// Calls for accounts: register, log in, sessions, second factor, brand kits, live updates.

import type { CallTable } from '#lib/calls.ts';
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
  loginLinkShape,
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
    about: 'Creates an account and emails a link to confirm the address. The account works without it.',
    input: registerShape,
  },
  'POST /api/Accounts/login': {
    who: 'open',
    about:
      'Logs in. The session lasts 30 days with `rememberMe`, otherwise 12 hours. All failures return the same error. A second factor may be required.',
    input: loginShape,
    output: tokensShape,
  },
  'POST /api/Accounts/login-link': {
    who: 'open',
    about: 'Emails a link that logs in without the password, if the account exists. The response is the same either way.',
    input: forgotShape,
  },
  'POST /api/Accounts/login-link/use': {
    who: 'open',
    about: 'Logs in with the emailed code, once, within 15 minutes. A second factor may be required.',
    input: loginLinkShape,
    output: tokensShape,
  },
  'POST /api/Accounts/refresh': {
    who: 'open',
    about:
      'Exchanges a refresh token for new tokens. Within 10 seconds the old token returns the same tokens again; a later use ends the session.',
    input: refreshShape,
    output: tokensShape,
  },
  'POST /api/Accounts/forgot-password': {
    who: 'open',
    about: 'Emails a password reset link if the account exists. The response is the same either way.',
    input: forgotShape,
  },
  'POST /api/Accounts/reset-password': {
    who: 'open',
    about: 'Sets a new password with the emailed code and ends all sessions.',
    input: resetShape,
  },
  'POST /api/Accounts/confirm-email': {
    who: 'open',
    about:
      'Confirms an email address with the emailed code. An email change takes effect with the second of its two codes and ends all sessions.',
    input: confirmEmailShape,
    output: confirmedEmailShape,
  },
  'POST /api/Accounts/send-verification': { who: 'token', may: 'self', about: 'Resends the email that confirms the address.' },
  'POST /api/Accounts/change-email': {
    who: 'token',
    may: 'self',
    about: 'Requests an email change. It takes effect once the links sent to the old and the new address have been opened.',
    input: changeEmailShape,
  },
  'GET /api/Accounts/email-change': { who: 'token', may: 'self', about: 'Returns the pending email change.', output: emailChangeShape },
  'POST /api/Accounts/drop-email-change': {
    who: 'token',
    may: 'self',
    about: 'Cancels the pending email change. Its links become invalid.',
  },
  'GET /api/Accounts/profile': { who: 'token', may: 'self', about: 'Returns the profile.', output: profileShape, joins: true },
  'POST /api/accounts/update': { who: 'token', may: 'self', about: 'Changes name and postal address.', input: updateShape },
  'POST /api/Accounts/change-password': {
    who: 'token',
    may: 'self',
    about: 'Changes the password and ends all other sessions.',
    input: changePasswordShape,
  },
  'POST /api/Accounts/ask-export': {
    who: 'token',
    may: 'self',
    about: 'Requests a data export. A link is emailed when it is ready.',
    input: currentPasswordShape,
  },
  'POST /api/Accounts/fetch-export': {
    who: 'open',
    about: 'Downloads the data export, once, within 24 hours.',
    input: confirmEmailShape,
    output: exportShape,
  },
  'POST /api/Accounts/ask-deletion': {
    who: 'token',
    may: 'self',
    about: 'Schedules the account for deletion in 7 days. Until then it can be kept.',
    input: currentPasswordShape,
    output: closedShape,
  },
  'POST /api/Accounts/keep-account': { who: 'token', may: 'self', about: 'Cancels the deletion of the account.' },
  'GET /api/Accounts/closing': {
    who: 'token',
    may: 'self',
    about: 'Returns whether and when the account will be deleted.',
    output: closingShape,
  },
  'POST /api/Accounts/logout': { who: 'token', may: 'self', about: 'Ends this session. Its tokens become invalid immediately.' },
  'GET /api/Accounts/sessions': { who: 'token', may: 'self', about: 'Lists the account’s sessions.', output: sessionsShape },
  'POST /api/Accounts/end-session': { who: 'token', may: 'self', about: 'Ends another session.', input: endSessionShape },
  'POST /api/Accounts/end-other-sessions': { who: 'token', may: 'self', about: 'Ends all other sessions.' },
  'GET /api/Accounts/two-factor': {
    who: 'token',
    may: 'self',
    about: 'Returns the state of two-step log-in and the number of recovery codes left.',
    output: twoFactorShape,
  },
  'POST /api/Accounts/set-up-two-factor': {
    who: 'token',
    may: 'self',
    about: 'Returns a new secret for an authenticator app. It has no effect until it is turned on.',
    input: currentPasswordShape,
    output: totpSecretShape,
  },
  'POST /api/Accounts/turn-on-two-factor': {
    who: 'token',
    may: 'self',
    about: 'Turns two-step log-in on with a code from the app. Returns the recovery codes, once.',
    input: factorShape,
    output: spareCodesShape,
  },
  'POST /api/Accounts/turn-off-two-factor': {
    who: 'token',
    may: 'self',
    about: 'Turns two-step log-in off, with the password and a code or recovery code.',
    input: provenShape,
  },
  'POST /api/Accounts/new-recovery-codes': {
    who: 'token',
    may: 'self',
    about: 'Returns ten new recovery codes, with the password and a code from the app. The old ones become invalid.',
    input: provenShape,
    output: spareCodesShape,
  },
} as const satisfies CallTable;

export const brandKitCalls = {
  'GET /api/Accounts/brand-kits': {
    who: 'token',
    may: 'read',
    about: 'Lists brand kits, newest first.',
    output: brandKitsShape,
  },
  'POST /api/Accounts/save-brand-kit': {
    who: 'token',
    may: 'order',
    about: 'Saves a brand kit. Replaces the kit with the given id, or an older kit of the same brand.',
    input: saveBrandKitShape,
    output: brandKitsShape,
  },
  'POST /api/Accounts/remove-brand-kit': { who: 'token', may: 'order', about: 'Removes a brand kit.', input: removeBrandKitShape },
} as const satisfies CallTable;

export const liveUpdateCalls = {
  'GET /api/events': {
    who: 'token',
    may: 'member',
    about:
      'Streams changes of the account as server-sent events (text/event-stream): `hello`, `news` with the topics that changed, `again` if some may have been missed, and `end` with its reason (token, session, replaced, stopping). With `sinceMs`, changes since the page was rendered follow `hello`; without it, reload everything. One stream per session; it ends with the access token.',
    input: eventsRequestShape,
    answer: 'stream',
  },
} as const satisfies CallTable;
