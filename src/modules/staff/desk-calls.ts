// Calls for operators: log in, join, passkeys, the team, the audit log, live updates.

import { passkeyOptionsShape, passkeysShape } from '#lib/people/passkey.ts';
import {
  addPasskeyShape,
  confirmedShape,
  confirmOptionsShape,
  confirmShape,
  passkeyAssertionShape,
  passkeyIdShape,
  renamePasskeyShape,
} from '#modules/accounts/passkeys/shapes.ts';
import {
  auditRequestShape,
  auditShape,
  changeDeskPasswordShape,
  changeRoleShape,
  endOperatorShape,
  holdingsRequestShape,
  holdingsShape,
  invitationRequestShape,
  invitationShape,
  inviteAgainShape,
  inviteShape,
  joinShape,
  logInShape,
  meShape,
  teamShape,
} from './shapes.ts';
import {
  changeOperatorEmailShape,
  endSessionsShape,
  mailedCodeShape,
  newEmailShape,
  ownAccountShape,
  recoverOperatorShape,
  renameOperatorShape,
  resetOperatorPasswordShape,
} from './shapes-account.ts';
import type { DeskCallTable } from './shapes-calls.ts';

export const staffCalls = {
  'POST /api/log-in': { may: 'open', about: 'Logs in with password and code. The session cookie lasts a working day.', input: logInShape },
  'POST /api/log-out': { may: 'operator', about: 'Ends the session.' },
  'POST /api/invitation': { may: 'open', about: 'Returns an invitation.', input: invitationRequestShape, output: invitationShape },
  'POST /api/join': { may: 'open', about: 'Accepts an invitation and logs in.', input: joinShape },
  'POST /api/log-in/passkey-options': {
    may: 'open',
    about: 'Returns WebAuthn options for a log-in with a passkey, valid for five minutes.',
    output: passkeyOptionsShape,
  },
  'POST /api/log-in/passkey': {
    may: 'open',
    about: 'Logs in with a passkey; no password or code is needed.',
    input: passkeyAssertionShape,
  },
  'POST /api/join/passkey-options': {
    may: 'open',
    about: 'Returns WebAuthn options to create a passkey while joining.',
    input: invitationRequestShape,
    output: passkeyOptionsShape,
  },
  'POST /api/confirm/options': {
    may: 'operator',
    about: 'Returns the ways in which the operator can confirm their identity.',
    output: confirmOptionsShape,
  },
  'POST /api/confirm': {
    may: 'operator',
    about:
      'Confirms the operator’s identity for five minutes, with password, code or passkey. Required by calls that answer 400 on `stepUp`.',
    input: confirmShape,
    output: confirmedShape,
  },
  'GET /api/me': { may: 'operator', about: 'Returns the logged-in operator and their permissions.', output: meShape },
  'GET /api/events': { may: 'operator', about: 'Streams the topics that changed as server-sent events.', answer: 'stream' },
  'POST /api/password': {
    may: 'operator',
    about: 'Changes the operator’s own password and ends their other sessions.',
    input: changeDeskPasswordShape,
  },
  'GET /api/account': {
    may: 'operator',
    about: 'Returns the operator’s own sessions, and a new address that isn’t confirmed.',
    output: ownAccountShape,
  },
  'POST /api/account/name': { may: 'operator', about: 'Changes the operator’s own name.', input: renameOperatorShape },
  'POST /api/account/email': {
    may: 'operator',
    stepUp: true,
    about: 'Mails a link to a new address. The address changes when it is opened.',
    input: changeOperatorEmailShape,
  },
  'POST /api/account/drop-email': { may: 'operator', about: 'Cancels a change of address that isn’t confirmed.' },
  'POST /api/account/end-sessions': {
    may: 'operator',
    about: 'Ends one of the operator’s other sessions, or all of them.',
    input: endSessionsShape,
  },
  'POST /api/confirm-email': {
    may: 'open',
    about: 'Changes an operator’s address by the mailed code, and ends all their sessions.',
    input: mailedCodeShape,
    output: newEmailShape,
  },
  'POST /api/recover': {
    may: 'open',
    about: 'Mails a link for a new password. The answer is the same for every address.',
    input: recoverOperatorShape,
  },
  'POST /api/reset/options': {
    may: 'open',
    about: 'Returns the second factors that a new password needs.',
    input: mailedCodeShape,
    output: confirmOptionsShape,
  },
  'POST /api/reset': {
    may: 'open',
    about: 'Sets a new password by the mailed code and a second factor, and ends all sessions of the operator.',
    input: resetOperatorPasswordShape,
  },
  'GET /api/passkeys': { may: 'operator', about: 'Lists the operator’s own passkeys, oldest first.', output: passkeysShape },
  'POST /api/passkeys/options': {
    may: 'operator',
    stepUp: true,
    about: 'Returns WebAuthn options to create a passkey, valid for five minutes.',
    output: passkeyOptionsShape,
  },
  'POST /api/passkeys/add': {
    may: 'operator',
    stepUp: true,
    about: 'Adds a passkey and emails its owner.',
    input: addPasskeyShape,
    output: passkeysShape,
  },
  'POST /api/passkeys/rename': { may: 'operator', about: 'Renames a passkey.', input: renamePasskeyShape, output: passkeysShape },
  'POST /api/passkeys/remove': {
    may: 'operator',
    stepUp: true,
    about: 'Removes a passkey and emails its owner.',
    input: passkeyIdShape,
    output: passkeysShape,
  },
  'GET /api/team': { may: 'team.see', about: 'Lists the operators.', output: teamShape },
  'POST /api/team/invite': { stepUp: true, may: 'team.manage', about: 'Invites an operator by email.', input: inviteShape },
  'POST /api/team/invite-again': {
    stepUp: true,
    may: 'team.manage',
    about: 'Emails a new invitation link, for example after a lost authenticator. The previous link becomes invalid.',
    input: inviteAgainShape,
  },
  'POST /api/team/role': { stepUp: true, may: 'team.manage', about: 'Changes an operator’s role.', input: changeRoleShape },
  'GET /api/team/holdings': {
    may: 'team.manage',
    about: 'Counts an operator’s open pieces and tickets.',
    input: holdingsRequestShape,
    output: holdingsShape,
  },
  'POST /api/team/end': {
    stepUp: true,
    may: 'team.manage',
    about: 'Ends an operator’s access and reassigns their open work.',
    input: endOperatorShape,
  },
  'GET /api/audit': {
    may: 'audit.see',
    about: 'Lists entries of the audit log, newest first.',
    input: auditRequestShape,
    output: auditShape,
  },
} as const satisfies DeskCallTable;
