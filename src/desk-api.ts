// TABLE 6: every call of the desk. The key is the method and the path at the desk's own origin; `may` is what the operator's role has to allow
// (src/rooms/desk/shapes-roles.ts). A call without `may`, or without a handler of its type, does not compile.
import type * as z from 'zod/mini';
import {
  auditAskShape,
  auditShape,
  changeRoleShape,
  endOperatorShape,
  invitationAskShape,
  invitationShape,
  inviteAgainShape,
  inviteShape,
  joinShape,
  logInShape,
  meShape,
  teamShape,
} from './rooms/desk/shapes.ts';
import { reportAskShape, reportShape, tableAskShape } from './rooms/desk/shapes-reports.ts';
import type { Act } from './rooms/desk/shapes-roles.ts';
import { firstHourShape, tryStepShape } from './rooms/desk/shapes-setup.ts';
import { retriedShape, retryTroubleShape, troublesShape } from './rooms/desk/shapes-troubles.ts';

type Method = 'GET' | 'POST';
export type DeskCallName = `${Method} /api/${string}`;

export type DeskCallRow = {
  /** open: whoever reaches the desk; operator: whoever is logged in; else whose role may do it. */
  readonly may: 'open' | 'operator' | Act;
  readonly about: string;
  /** The body of a POST, the query of a GET. */
  readonly input?: z.ZodMiniType;
  /** Absent: answered with 204. */
  readonly output?: z.ZodMiniType;
  readonly bodyBytes?: number;
  /** The answer is a file, to be saved and never shown by our origin; or events. */
  readonly answer?: 'bytes' | 'stream';
};

export const deskApi = {
  'POST /api/log-in': { may: 'open', about: 'Begins a session of a working day, kept in a cookie.', input: logInShape },
  'POST /api/log-out': { may: 'operator', about: 'Ends it.' },
  'POST /api/invitation': { may: 'open', about: 'What a link to the desk is for.', input: invitationAskShape, output: invitationShape },
  'POST /api/join': { may: 'open', about: 'Takes up an invitation, and begins a session.', input: joinShape },
  'GET /api/me': { may: 'operator', about: 'Who is logged in, and what they may do.', output: meShape },
  'GET /api/team': { may: 'team.see', about: 'Who works here.', output: teamShape },
  'POST /api/team/invite': { may: 'team.manage', about: 'Invites somebody by mail.', input: inviteShape },
  'POST /api/team/invite-again': {
    may: 'team.manage',
    about: 'Mails a new link, also to who has lost their app; the one before counts no more.',
    input: inviteAgainShape,
  },
  'POST /api/team/role': { may: 'team.manage', about: 'Changes what somebody may do.', input: changeRoleShape },
  'POST /api/team/end': { may: 'team.manage', about: 'Ends somebody’s access at once.', input: endOperatorShape },
  'GET /api/audit': { may: 'audit.see', about: 'Who did what, the newest first.', input: auditAskShape, output: auditShape },
  'GET /api/reports': {
    may: 'reports.see',
    about: 'What was paid, given back, delivered, answered and visited, day by day, at most a year at a time.',
    input: reportAskShape,
    output: reportShape,
  },
  'GET /api/reports/table': { may: 'reports.see', about: 'One of its tables as CSV.', input: tableAskShape, answer: 'bytes' },
  'GET /api/troubles': { may: 'troubles.see', about: 'What failed and waits for a person, explained.', output: troublesShape },
  'POST /api/troubles/retry': {
    may: 'troubles.retry',
    about: 'Tries one of them again, or all of a kind.',
    input: retryTroubleShape,
    output: retriedShape,
  },
  'GET /api/first-hour': {
    may: 'shop.set-up',
    about: 'What the shop needs before it opens, and what was found of it.',
    output: firstHourShape,
  },
  'POST /api/first-hour/try': {
    may: 'shop.set-up',
    about: 'Really tries one of the steps, and keeps what that found.',
    input: tryStepShape,
    output: firstHourShape,
  },
  'GET /api/events': { may: 'operator', about: 'Tells what has changed, as server-sent events, so that pages ask anew.', answer: 'stream' },
} as const satisfies Record<DeskCallName, DeskCallRow>;

export type DeskApi = typeof deskApi;
export type DeskCall = keyof DeskApi;
export type DeskInput<C extends DeskCall> = DeskApi[C] extends { input: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
export type DeskSent<C extends DeskCall> = DeskApi[C] extends { input: infer S extends z.ZodMiniType } ? z.input<S> : undefined;
export type DeskOutput<C extends DeskCall> = DeskApi[C] extends { output: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
