// Calls for the keys of an account.
import type { CallTable } from '#lib/calls.ts';
import { createdKeyShape, createOwnKeyShape, keyIdShape, ownKeysShape, rotateKeyShape } from './shapes.ts';

export const keyCalls = {
  'GET /api/keys': { who: 'token', may: 'owner', about: 'Lists the API keys of the account.', output: ownKeysShape },
  'POST /api/keys/create': {
    who: 'token',
    may: 'owner',
    stepUp: true,
    about: 'Creates an API key, which acts as the account. The answer is the only one that has it.',
    input: createOwnKeyShape,
    output: createdKeyShape,
  },
  'POST /api/keys/rotate': {
    who: 'token',
    may: 'owner',
    stepUp: true,
    about: 'Creates a key like this one, which goes on working for some hours.',
    input: rotateKeyShape,
    output: createdKeyShape,
  },
  'POST /api/keys/revoke': { who: 'token', may: 'owner', about: 'Revokes an API key at once.', input: keyIdShape },
} as const satisfies CallTable;
