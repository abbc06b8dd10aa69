// Routes of passkeys and of the step-up confirmation.

import { addPasskey, createPasskeyOptions, listPasskeys, removePasskey, renamePasskey } from '#platform/identity/passkeys.ts';
import { confirmOptions, confirmStepUp } from '#platform/identity/step-up.ts';
import type { DeskHandlers } from '../actions.ts';
import type { AuthDeps } from '../auth.ts';
import type { staffCalls } from '../desk-calls.ts';
import { toHolder } from '../identity.ts';
import { joinPasskeyOptions } from '../join.ts';

type Passkeys =
  | Extract<keyof typeof staffCalls, `${string} /api/passkeys${string}` | `${string} /api/confirm${'' | '/options'}`>
  | 'POST /api/join/passkey-options';

export const passkeyRoutes = (deps: AuthDeps, { identity } = deps): Pick<DeskHandlers, Passkeys> => ({
  'POST /api/join/passkey-options': ({ input, request }) => joinPasskeyOptions(deps, input.code, request.ip),
  'GET /api/passkeys': ({ session }) => listPasskeys(identity, session.operator.id),
  'POST /api/passkeys/options': ({ session }) => createPasskeyOptions(identity, toHolder(session)),
  'POST /api/passkeys/add': ({ session, input, request }) => addPasskey(identity, toHolder(session), input, request.headers['user-agent']),
  'POST /api/passkeys/rename': ({ session, input }) => renamePasskey(identity, session.operator.id, input),
  'POST /api/passkeys/remove': ({ session, input }) => removePasskey(identity, toHolder(session), input.id),
  'POST /api/confirm': ({ session, input }) => confirmStepUp(identity, toHolder(session), input),
  'POST /api/confirm/options': ({ session }) => confirmOptions(identity, toHolder(session)),
});
