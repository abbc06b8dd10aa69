// Routes of an operator’s own account and of a forgotten password.
import type { DeskHandlers } from '../actions.ts';
import type { AuthDeps } from '../auth.ts';
import { askForNewEmail, confirmNewEmail, dropNewEmail, endOtherSessions, readOwnAccount, renameOperator } from './account.ts';
import { requestOperatorReset, resetOperatorPassword, resetOptions } from './recovery.ts';

type Account =
  | 'GET /api/account'
  | `POST /api/account/${'name' | 'email' | 'drop-email' | 'end-sessions'}`
  | 'POST /api/confirm-email'
  | 'POST /api/recover'
  | 'POST /api/reset'
  | 'POST /api/reset/options';

export const ownAccountRoutes = (deps: AuthDeps): Pick<DeskHandlers, Account> => ({
  'GET /api/account': ({ session }) => readOwnAccount(deps, session),
  'POST /api/account/name': ({ session, input }) => renameOperator(deps, session, input.name),
  'POST /api/account/email': ({ session, input }) => askForNewEmail(deps, session, input.email),
  'POST /api/account/drop-email': ({ session }) => dropNewEmail(deps, session),
  'POST /api/account/end-sessions': ({ session, input }) => endOtherSessions(deps, session, input.id),
  'POST /api/confirm-email': ({ input, request }) => confirmNewEmail(deps, input.code, request.ip),
  'POST /api/recover': ({ input, request }) => requestOperatorReset(deps, input.email, request.ip),
  'POST /api/reset': ({ input, request }) => resetOperatorPassword(deps, input, request.ip),
  'POST /api/reset/options': ({ input, request }) => resetOptions(deps, input.code, request.ip),
});
