// Routes of passkeys and of the step-up confirmation.

import type { DeskHandlers } from '../../serve.ts';
import type { AuthDeps } from '../auth.ts';
import { joinPasskeyOptions } from '../join.ts';
import { confirmOperator, operatorConfirmOptions } from '../step-up.ts';
import { addOperatorPasskey, operatorPasskeyOptions, passkeysOf, removeOperatorPasskey, renameOperatorPasskey } from './passkeys.ts';

type Passkeys =
  | 'POST /api/join/passkey-options'
  | 'GET /api/passkeys'
  | `POST /api/passkeys/${'options' | 'add' | 'rename' | 'remove'}`
  | 'POST /api/confirm'
  | 'POST /api/confirm/options';

export const passkeyRoutes = (means: AuthDeps): Pick<DeskHandlers, Passkeys> => ({
  'POST /api/join/passkey-options': ({ input, request }) => joinPasskeyOptions(means, input.code, request.ip),
  'GET /api/passkeys': ({ seat }) => passkeysOf(means, seat),
  'POST /api/passkeys/options': ({ seat }) => operatorPasskeyOptions(means, seat),
  'POST /api/passkeys/add': ({ seat, input, request }) => addOperatorPasskey(means, seat, input, request.headers['user-agent']),
  'POST /api/passkeys/rename': ({ seat, input }) => renameOperatorPasskey(means, seat, input),
  'POST /api/passkeys/remove': ({ seat, input }) => removeOperatorPasskey(means, seat, input.id),
  'POST /api/confirm': ({ seat, input }) => confirmOperator(means, seat, input),
  'POST /api/confirm/options': ({ seat }) => operatorConfirmOptions(means, seat),
});
