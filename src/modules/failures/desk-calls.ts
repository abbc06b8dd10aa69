// Calls that list and retry failed work.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { failuresShape, retriedShape, retryFailureShape, retryKinds } from './shapes.ts';

export const failureCalls = {
  'GET /api/failures': { may: 'troubles.see', about: 'Lists failures that need an operator, with explanations.', output: failuresShape },
  'POST /api/failures/retry': {
    kind: 'write',
    audit: { act: 'troubles.retry', about: retryKinds },
    may: 'troubles.retry',
    about: 'Retries one failure, or all of a kind.',
    input: retryFailureShape,
    output: retriedShape,
  },
} as const satisfies DeskCallTable;
