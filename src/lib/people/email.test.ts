import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectSteadyWork } from '../../../tests/support/corpus.ts';
import { emailShape, normalizeEmail } from './email.ts';
import { isOneAddress } from './mail-header.ts';

const parsedEmail = (text: string): string | undefined => {
  const parsed = emailShape.safeParse(text);
  return parsed.success ? parsed.data : undefined;
};

describe('email address', () => {
  test.each([
    ['anna@shop.example', 'anna@shop.example'],
    ['  Anna+Orders@Shop.Example\n', 'Anna+Orders@Shop.Example'],
    ['anna@shop.example\u0000', 'anna@shop.example'],
    ["o'hara@a.b.example", "o'hara@a.b.example"],
    ['tanaka..taro.@docomo.example', 'tanaka..taro.@docomo.example'],
    ['あんな@例え.jp', 'あんな@例え.jp'],
    ['a@xn--r8jz45g.example', 'a@xn--r8jz45g.example'],
    ['', undefined],
    ['anna', undefined],
    ['anna@', undefined],
    ['anna@shop', undefined],
    ['@shop.example', undefined],
    ['anna@.example', undefined],
    ['anna@shop..example', undefined],
    ['anna@shop.example.', undefined],
    ['anna@-shop.example', undefined],
    ['a@b@shop.example', undefined],
    ['anna shop@shop.example', undefined],
    ['anna@shop.example, eve@shop.example', undefined],
    ['Anna <anna@shop.example>', undefined],
    ['anna@shop.example\r\nBcc: eve@shop.example', undefined],
    ['anna@shop.example%0aBcc:eve@shop.example', undefined],
    ['an\u200bna@shop.example', undefined],
    ['anna\u202e@shop.example', undefined],
    [`${'a'.repeat(64)}@shop.example`, `${'a'.repeat(64)}@shop.example`],
    [`${'a'.repeat(65)}@shop.example`, undefined],
    [`a@${'b'.repeat(244)}.example`, `a@${'b'.repeat(244)}.example`],
    [`a@${'b'.repeat(245)}.example`, undefined],
  ])('%j: parsed as %j', (text, email) => expect(parsedEmail(text)).toBe(email));

  test('arbitrary text: an accepted address is always one mailbox', () => {
    const pieces = fc.constantFrom(
      'a',
      'é',
      'あ',
      '.',
      '-',
      '@',
      ' ',
      '"',
      '<',
      ',',
      '\\',
      '\r\n',
      '\u0000',
      '\u200b',
      '\ud83d',
      '😀',
      ':',
      'example',
      '\u0301',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        for (const text of [parts.join(''), `a@${parts.join('')}.example`, `${parts.join('')}@shop.example`]) {
          const email = parsedEmail(text);
          if (email !== undefined) expect(isOneAddress(email), text).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.for([
    ['', 'a', ''],
    ['a@', 'b-', ''],
    ['a@', 'b.', '@'],
  ] as const)('long invalid text of %j, %j and %j: the work grows with the length', async ([begin, piece, end]) => {
    await expectSteadyWork((text) => expect(parsedEmail(begin + text + end)).toBeUndefined(), piece, 25_000);
  });

  test('key: ignores letter case and width', () => expect(normalizeEmail('ＡNNA@Shop.example')).toBe('anna@shop.example'));
});
