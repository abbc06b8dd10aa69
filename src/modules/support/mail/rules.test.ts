import { describe, expect, test } from 'vitest';
import { isFromMachine, keysIn, newText, numberOfSubject, textOfHtml } from './rules.ts';

describe('what is new in an answer', () => {
  test.each([
    ['a plain line', 'Thanks!', 'Thanks!'],
    ['above a quote', 'Yes.\n\nOn Fri, Nov 21, 2026 at 6:00 PM Fanfare <a@b.example> wrote:\n> Is it?\n> Really?\n', 'Yes.'],
    [
      'above a quote whose beginning is broken',
      'Yes.\n\nOn Fri, Nov 21, 2026 at 6:00 PM Fanfare Support\n<a@b.example> wrote:\n> Is it?',
      'Yes.',
    ],
    ['in Spanish', 'Sí.\n\nEl vie, 21 nov 2026 a las 18:00, Fanfare (<a@b.example>) escribió:\n> ¿Es así?', 'Sí.'],
    ['in Japanese', 'はい。\n\n2026年11月21日(土) 18:00 Fanfare <a@b.example>:\n> そうですか。', 'はい。'],
    ['from Outlook', 'Yes.\r\n\r\nFrom: Fanfare <a@b.example>\r\nSent: Friday\r\nTo: me\r\nSubject: x\r\n\r\nIs it?', 'Yes.'],
    ['from Outlook, in lines', 'Yes.\n________________________________\nDe: Fanfare\n\nlo de antes', 'Yes.'],
    ['below a quote', 'On Friday Fanfare <a@b.example> wrote:\n> Is it?\n\nIt is.', 'It is.'],
    ['between quotes', '> Is it?\nIt is.\n> And now?\nNow too.', '> Is it?\nIt is.\n> And now?\nNow too.'],
    ['without the signature', 'Yes.\n-- \nAnna\nShop', 'Yes.'],
    ['nothing', '> Is it?\n> Really?', ''],
    ['a line that only looks like one', 'On Monday I wrote: nothing.\nStill waiting.', 'On Monday I wrote: nothing.\nStill waiting.'],
  ])('%s', (_, sent, expected) => {
    expect(newText(sent)).toBe(expected);
  });

  // With a pattern that goes back and forth this would not come to its end.
  test('a long mail of the worst lines is read', () => {
    expect(newText(`${'On '.repeat(50_000)}\n${'>'.repeat(50_000)}\n${'2026年11月21日'.repeat(20_000)}`)).toContain('On On');
    expect(textOfHtml('<div'.repeat(60_000))).toContain('<div');
  });

  test('of a mail that is all HTML', () => {
    expect(textOfHtml('<style>p{}</style><p>Yes &amp; no</p><div>&lt;b&gt;</div><blockquote>old</blockquote>').trim()).toBe(
      'Yes & no\n<b>',
    );
  });
});

describe('a machine', () => {
  test.each([
    ['Auto-Submitted', 'auto-replied', true],
    ['Auto-Submitted', 'no', false],
    ['Precedence', 'bulk', true],
    ['Precedence', 'first-class', false],
    ['X-Autoreply', 'yes', true],
    ['List-Id', '<news.example>', true],
    ['Return-Path', '<>', true],
    ['Return-Path', '<anna@shop.example>', false],
    ['Subject', 'Auto-Submitted: yes', false],
  ])('%s: %s is %s', (key, value, expected) => {
    expect(isFromMachine([{ key, value }], 'anna@shop.example')).toBe(expected);
  });

  test.each([
    ['MAILER-DAEMON@mx.example', true],
    ['no-reply@shop.example', true],
    ['anna@shop.example', false],
    ['postmasters@shop.example', false],
  ])('%s', (from, expected) => {
    expect(isFromMachine([], from)).toBe(expected);
  });
});

test('keys are read from the addresses of our door alone', () => {
  const key = '0123456789abcdefghjkmnpqrs';
  const own = 'reply@in.shop.example';
  expect(
    keysIn([`Reply+${key.toUpperCase()}@IN.shop.example`, `reply+${key}@evil.example`, `reply+${key}x@in.shop.example`, own], own),
  ).toEqual([key]);
});

test.each([
  ['Re: T-7K2Q9M: an answer', 'T-7K2Q9M'],
  ['RV: [t-7k2q9m]', 'T-7K2Q9M'],
  ['T-7K2Q9MM', undefined],
  ['', undefined],
])('%s is about %s', (subject, expected) => {
  expect(numberOfSubject(subject)).toBe(expected);
});
