import { expect, test } from 'vitest';
import { isMissing, missingText } from './rules.ts';

const span = { from: '2026-11-01', to: '2026-11-22', today: '2026-11-22', until: '2026-11-22' };

test.for([
  ['all days are counted', {}, false, ''],
  [
    'the newest days are not counted',
    { until: '2026-11-10' },
    true,
    'Days after 10 November 2026 aren’t counted yet. Their figures appear here in a few minutes.',
  ],
  ['no days are counted', { until: '2026-10-11' }, true, 'These days aren’t counted yet. Their figures appear here in a few minutes.'],
] as const)('missing days: %s', ([, more, missing, text]) => {
  expect(isMissing({ ...span, ...more })).toBe(missing);
  if (missing) expect(missingText({ ...span, ...more })).toBe(text);
});
