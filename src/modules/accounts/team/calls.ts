// Calls for the team of an account: who acts for it, and for whom the session acts.
import type { CallTable } from '#lib/calls.ts';
import {
  invitationCodeShape,
  invitationIdShape,
  invitationShape,
  inviteShape,
  teamAccountShape,
  teamAccountsShape,
  teamActsShape,
  teamPersonShape,
  teamRoleShape,
  teamShape,
} from './shapes.ts';

export const teamCalls = {
  'GET /api/team/accounts': {
    who: 'token',
    may: 'self',
    about: 'Lists the accounts that the person may act for, and says for which one this session acts.',
    output: teamAccountsShape,
  },
  'POST /api/team/switch': {
    who: 'token',
    may: 'self',
    about: 'Lets this session act for another account, from the next call on.',
    input: teamAccountShape,
  },
  'GET /api/team/invitation': {
    who: 'token',
    may: 'self',
    about: 'Returns the invitation to a team that a mailed code is for.',
    input: invitationCodeShape,
    output: invitationShape,
  },
  'POST /api/team/join': {
    who: 'token',
    may: 'self',
    about: 'Accepts an invitation to a team, or the hand-over of an account, once. This session then acts for the account.',
    input: invitationCodeShape,
  },
  'POST /api/team/leave': { who: 'token', may: 'self', about: 'Leaves the team of an account.', input: teamAccountShape },
  'GET /api/team': { who: 'token', may: 'member', about: 'Lists who acts for the account, and open invitations.', output: teamShape },
  'GET /api/team/acts': {
    who: 'token',
    may: 'owner',
    about: 'Lists what members have done for the account, the last 100 first.',
    output: teamActsShape,
  },
  'POST /api/team/invite': {
    who: 'token',
    may: 'owner',
    about: 'Emails an invitation, which works once, for seven days. It replaces an earlier one to the same address.',
    input: inviteShape,
  },
  'POST /api/team/revoke': { who: 'token', may: 'owner', about: 'Revokes an invitation.', input: invitationIdShape },
  'POST /api/team/role': {
    who: 'token',
    may: 'owner',
    about: 'Changes what a member may do, from the next call on.',
    input: teamRoleShape,
  },
  'POST /api/team/remove': {
    who: 'token',
    may: 'owner',
    about: 'Removes a member, whose sessions stop acting for the account with the next call.',
    input: teamPersonShape,
  },
  'POST /api/team/hand-over': {
    who: 'token',
    may: 'owner',
    stepUp: true,
    about: 'Offers the account to a member. It is theirs once they accept the mailed offer, within seven days.',
    input: teamPersonShape,
  },
} as const satisfies CallTable;
