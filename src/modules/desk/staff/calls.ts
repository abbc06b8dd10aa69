// Calls for operators: log in, join, passkeys, the team, the audit log.

import { passkeyOptionsShape, passkeysShape } from '../../../lib/people/passkey.ts';
import {
  addPasskeyShape,
  confirmedShape,
  confirmOptionsShape,
  confirmShape,
  passkeyAssertionShape,
  passkeyIdShape,
  renamePasskeyShape,
} from '../../accounts/passkeys/shapes.ts';
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
  teamShape,
} from '../shapes.ts';
import type { DeskCallTable } from '../shapes-calls.ts';

export const staffCalls = {
  'POST /api/log-in': { may: 'open', about: 'Begins a session of a working day, kept in a cookie.', input: logInShape },
  'POST /api/log-out': { may: 'operator', about: 'Ends it.' },
  'POST /api/invitation': { may: 'open', about: 'What a link to the desk is for.', input: invitationRequestShape, output: invitationShape },
  'POST /api/join': { may: 'open', about: 'Takes up an invitation, and begins a session.', input: joinShape },
  'POST /api/log-in/passkey-options': {
    may: 'open',
    about: 'What the browser needs to log in with a passkey, within five minutes; the same for everybody.',
    output: passkeyOptionsShape,
  },
  'POST /api/log-in/passkey': {
    may: 'open',
    about: 'Begins a session with a passkey: password and second factor in one.',
    input: passkeyAssertionShape,
  },
  'POST /api/join/passkey-options': {
    may: 'open',
    about: 'What the browser needs to make the passkey that joins by a link.',
    input: invitationRequestShape,
    output: passkeyOptionsShape,
  },
  'POST /api/confirm/options': {
    may: 'operator',
    about: 'By which ways an operator can confirm that it is them: always the password, perhaps the app, perhaps a passkey.',
    output: confirmOptionsShape,
  },
  'POST /api/confirm': {
    may: 'operator',
    about:
      'Confirms this session for five minutes, with the password, a code from the app or a passkey. Calls that answer 400 on `stepUp` need it.',
    input: confirmShape,
    output: confirmedShape,
  },
  'POST /api/password': {
    may: 'operator',
    about: 'Changes one’s own password, with the current one; all other sessions end.',
    input: changeDeskPasswordShape,
  },
  'GET /api/passkeys': { may: 'operator', about: 'One’s own passkeys, the oldest first.', output: passkeysShape },
  'POST /api/passkeys/options': {
    may: 'operator',
    stepUp: true,
    about: 'What the browser needs to make a new passkey, within five minutes.',
    output: passkeyOptionsShape,
  },
  'POST /api/passkeys/add': {
    may: 'operator',
    stepUp: true,
    about: 'Adds the passkey that the browser has made. Its owner gets a mail.',
    input: addPasskeyShape,
    output: passkeysShape,
  },
  'POST /api/passkeys/rename': { may: 'operator', about: 'Renames one’s own passkey.', input: renamePasskeyShape, output: passkeysShape },
  'POST /api/passkeys/remove': {
    may: 'operator',
    stepUp: true,
    about: 'Removes one’s own passkey. Its owner gets a mail.',
    input: passkeyIdShape,
    output: passkeysShape,
  },
  'GET /api/team': { may: 'team.see', about: 'Who works here.', output: teamShape },
  'POST /api/team/invite': { stepUp: true, may: 'team.manage', about: 'Invites somebody by mail.', input: inviteShape },
  'POST /api/team/invite-again': {
    stepUp: true,
    may: 'team.manage',
    about: 'Mails a new link, also to who has lost their app; the one before counts no more.',
    input: inviteAgainShape,
  },
  'POST /api/team/role': { stepUp: true, may: 'team.manage', about: 'Changes what somebody may do.', input: changeRoleShape },
  'GET /api/team/holdings': {
    may: 'team.manage',
    about: 'How many pieces and tickets somebody has that are not done.',
    input: holdingsRequestShape,
    output: holdingsShape,
  },
  'POST /api/team/end': {
    stepUp: true,
    may: 'team.manage',
    about: 'Ends somebody’s access at once, and gives what they have to somebody else or back to the queue.',
    input: endOperatorShape,
  },
  'GET /api/audit': { may: 'audit.see', about: 'Who did what, the newest first.', input: auditRequestShape, output: auditShape },
} as const satisfies DeskCallTable;
