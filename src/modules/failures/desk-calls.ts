// Calls that list and retry failed work.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { retriedShape, retryKinds, retryTroubleShape, troublesShape } from './shapes.ts';

export const failureCalls = {
  'GET /api/troubles': { may: 'troubles.see', about: 'Lists failures that need an operator, with explanations.', output: troublesShape },
  'POST /api/troubles/retry': {
    kind: 'write',
    audit: { act: 'troubles.retry', about: retryKinds },
    may: 'troubles.retry',
    about: 'Retries one failure, or all of a kind.',
    input: retryTroubleShape,
    output: retriedShape,
  },
} as const satisfies DeskCallTable;
