// Routes of passkeys and of the step-up confirmation.

import type { DeskHandlers } from '../actions.ts';
import type { AuthDeps } from '../auth.ts';
import type { staffCalls } from '../desk-calls.ts';
import { joinPasskeyOptions } from '../join.ts';
import { confirmOperator, operatorConfirmOptions } from '../step-up.ts';
import { addOperatorPasskey, listPasskeys, operatorPasskeyOptions, removeOperatorPasskey, renameOperatorPasskey } from './passkeys.ts';

type Passkeys =
  | Extract<keyof typeof staffCalls, `${string} /api/passkeys${string}` | `${string} /api/confirm${'' | '/options'}`>
  | 'POST /api/join/passkey-options';

export const passkeyRoutes = (deps: AuthDeps): Pick<DeskHandlers, Passkeys> => ({
  'POST /api/join/passkey-options': ({ input, request }) => joinPasskeyOptions(deps, input.code, request.ip),
  'GET /api/passkeys': ({ session }) => listPasskeys(deps, session),
  'POST /api/passkeys/options': ({ session }) => operatorPasskeyOptions(deps, session),
  'POST /api/passkeys/add': ({ session, input, request }) => addOperatorPasskey(deps, session, input, request.headers['user-agent']),
  'POST /api/passkeys/rename': ({ session, input }) => renameOperatorPasskey(deps, session, input),
  'POST /api/passkeys/remove': ({ session, input }) => removeOperatorPasskey(deps, session, input.id),
  'POST /api/confirm': ({ session, input }) => confirmOperator(deps, session, input),
  'POST /api/confirm/options': ({ session }) => operatorConfirmOptions(deps, session),
});
