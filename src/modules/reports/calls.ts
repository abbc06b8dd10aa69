// The call that counts visits.

import type { CallTable } from '#lib/calls.ts';
import { visitShape } from './shapes-visits.ts';

export const visitCalls = {
  'POST /api/visits': { who: 'open', about: 'Counts an opened page, of a visitor who has agreed to that.', input: visitShape },
} as const satisfies CallTable;
