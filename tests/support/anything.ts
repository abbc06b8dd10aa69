// What a call may be sent by somebody who means no good, or by a broken program: bodies with names that it knows, so that they reach further than the first
// missing field, and values that it does not expect.
import fc from 'fast-check';

const nasty = fc.constantFrom<unknown>(
  ...['', ' ', '\u0000', '\ud800', '\u202eabc', '🎺'.repeat(300), "' or 1=1 --", '<script>alert(1)</script>', '../../etc/passwd'],
  ...[-1, 0, 1.5, 1e308, Number.MAX_SAFE_INTEGER, true, false, null, [], {}, [[]], { toString: 1 }],
);
const value = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.emailAddress() },
);

export const anything = (names: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc
        .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { maxLength: 12, selector: ([name]) => name })
        .map(Object.fromEntries),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
