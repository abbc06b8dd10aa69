// Calls for passkeys, and for confirming a session again.

import type { CallTable } from '#lib/calls.ts';
import { passkeyOptionsShape, passkeysShape } from '#lib/people/passkey.ts';
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
  'GET /api/Accounts/passkeys': { who: 'token', may: 'self', about: 'Lists passkeys, oldest first.', output: passkeysShape },
  'POST /api/Accounts/passkey-options': {
    who: 'token',
    may: 'self',
    stepUp: true,
    about: 'Returns WebAuthn options to create a passkey, valid for five minutes. The email must be confirmed.',
    output: passkeyOptionsShape,
  },
  'POST /api/Accounts/add-passkey': {
    who: 'token',
    may: 'self',
    stepUp: true,
    about: 'Adds a passkey and emails its owner.',
    input: addPasskeyShape,
    output: passkeysShape,
  },
  'POST /api/Accounts/rename-passkey': {
    who: 'token',
    may: 'self',
    about: 'Renames a passkey.',
    input: renamePasskeyShape,
    output: passkeysShape,
  },
  'POST /api/Accounts/remove-passkey': {
    who: 'token',
    may: 'self',
    stepUp: true,
    about: 'Removes a passkey and emails its owner.',
    input: passkeyIdShape,
    output: passkeysShape,
  },
  'POST /api/Accounts/passkey-login-options': {
    who: 'open',
    about: 'Returns WebAuthn options to log in with a passkey, valid for five minutes.',
    output: passkeyOptionsShape,
  },
  'POST /api/Accounts/passkey-login': {
    who: 'open',
    about: 'Logs in with a passkey. All failures return the same error.',
    input: passkeyLoginShape,
    output: tokensShape,
  },
  'POST /api/Accounts/confirm-options': {
    who: 'token',
    may: 'self',
    about: 'Returns the ways to confirm the owner’s identity.',
    output: confirmOptionsShape,
  },
  'POST /api/Accounts/confirm': {
    who: 'token',
    may: 'self',
    about: 'Confirms the owner’s identity for five minutes, with password, code or passkey. Required by calls that answer 400 on `stepUp`.',
    input: confirmShape,
    output: confirmedShape,
  },
} as const satisfies CallTable;
