// Calls for passkeys, and for confirming a session again.

import type { CallTable } from '../../../lib/calls.ts';
import { passkeyOptionsShape, passkeysShape } from '../../../lib/people/passkey.ts';
import { tokensShape } from '../shapes.ts';
import {
  addPasskeyShape,
  confirmedShape,
  confirmOptionsShape,
  confirmShape,
  passkeyIdShape,
  passkeyLoginShape,
  renamePasskeyShape,
} from './shapes.ts';

export const passkeyCalls = {
  'GET /api/Accounts/passkeys': { who: 'token', about: 'The passkeys of the account, the oldest first.', output: passkeysShape },
  'POST /api/Accounts/passkey-options': {
    who: 'token',
    stepUp: true,
    about: 'What the browser needs to make a new passkey (WebAuthn), within five minutes. The address must be confirmed.',
    output: passkeyOptionsShape,
  },
  'POST /api/Accounts/add-passkey': {
    who: 'token',
    stepUp: true,
    about: 'Adds the passkey that the browser has made. Its owner gets a mail.',
    input: addPasskeyShape,
    output: passkeysShape,
  },
  'POST /api/Accounts/rename-passkey': { who: 'token', about: 'Renames a passkey.', input: renamePasskeyShape, output: passkeysShape },
  'POST /api/Accounts/remove-passkey': {
    who: 'token',
    stepUp: true,
    about: 'Removes a passkey. Its owner gets a mail.',
    input: passkeyIdShape,
    output: passkeysShape,
  },
  'POST /api/Accounts/passkey-login-options': {
    who: 'open',
    about: 'What the browser needs to log in with a passkey, within five minutes; the same for everybody.',
    output: passkeyOptionsShape,
  },
  'POST /api/Accounts/passkey-login': {
    who: 'open',
    about: 'Begins a session with a passkey, as a log-in with password and second factor does. Whatever is wrong, the refusal is the same.',
    input: passkeyLoginShape,
    output: tokensShape,
  },
  'POST /api/Accounts/confirm-options': {
    who: 'token',
    about: 'By which ways the owner can confirm that it is them: always the password, perhaps the app, perhaps a passkey.',
    output: confirmOptionsShape,
  },
  'POST /api/Accounts/confirm': {
    who: 'token',
    about:
      'Confirms this session for five minutes, with the password, a code from the app or a passkey. Calls that answer 400 on `stepUp` need it.',
    input: confirmShape,
    output: confirmedShape,
  },
} as const satisfies CallTable;
