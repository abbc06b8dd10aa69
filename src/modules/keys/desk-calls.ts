// Calls for API keys at the desk: the shop's own, and those of clients, which it can only revoke.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { createdKeyShape, createKeyShape, keyIdShape, keysShape, rotateKeyShape } from './shapes.ts';

export const deskKeyCalls = {
  'GET /api/keys': { may: 'keys.edit', about: 'Lists the API keys of the shop and of clients.', output: keysShape },
  'POST /api/keys/create': {
    kind: 'write',
    audit: { act: 'key.create', about: 'key' },
    may: 'keys.edit',
    stepUp: true,
    about: 'Creates an API key of the shop. The answer is the only one that has it.',
    input: createKeyShape,
    output: createdKeyShape,
  },
  'POST /api/keys/rotate': {
    kind: 'write',
    audit: { act: 'key.rotate', about: 'key' },
    may: 'keys.edit',
    stepUp: true,
    about: 'Creates a key like this one of the shop, which goes on working for some hours.',
    input: rotateKeyShape,
    output: createdKeyShape,
  },
  'POST /api/keys/revoke': {
    kind: 'write',
    audit: { act: 'key.revoke', about: 'key' },
    may: 'keys.edit',
    about: 'Revokes an API key at once.',
    input: keyIdShape,
  },
} as const satisfies DeskCallTable;
