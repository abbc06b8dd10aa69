import { describe, expect, test } from 'vitest';
import { isFromMachine, keysIn, newText, numberOfSubject, textOfHtml } from './rules.ts';

describe('new text of a reply', () => {
  test.each([
    ['a plain line', 'Thanks!', 'Thanks!'],
    ['above a quote', 'Yes.\n\nOn Fri, Nov 21, 2026 at 6:00 PM Fanfare <a@b.example> wrote:\n> Is it?\n> Really?\n', 'Yes.'],
    [
      'above a quote with a wrapped first line',
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
    ['a quote alone', '> Is it?\n> Really?', ''],
    ['a line that resembles a quote', 'On Monday I wrote: nothing.\nStill waiting.', 'On Monday I wrote: nothing.\nStill waiting.'],
  ])('%s: the new text is found', (_, sent, expected) => {
    expect(newText(sent)).toBe(expected);
  });

  // A backtracking pattern would not terminate here.
  test('a long adversarial mail is read', () => {
    expect(newText(`${'On '.repeat(50_000)}\n${'>'.repeat(50_000)}\n${'2026年11月21日'.repeat(20_000)}`)).toContain('On On');
    expect(textOfHtml('<div'.repeat(60_000))).toContain('<div');
  });

  test('an HTML mail: the text is extracted without styles and quotes', () => {
    expect(textOfHtml('<style>p{}</style><p>Yes &amp; no</p><div>&lt;b&gt;</div><blockquote>old</blockquote>').trim()).toBe(
      'Yes & no\n<b>',
    );
  });
});

describe('mail sent by a machine', () => {
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
  ])('header %s: %s gives %s', (key, value, expected) => {
    expect(isFromMachine([{ key, value }], 'anna@shop.example')).toBe(expected);
  });

  test.each([
    ['MAILER-DAEMON@mx.example', true],
    ['no-reply@shop.example', true],
    ['anna@shop.example', false],
    ['postmasters@shop.example', false],
  ])('sender %s gives %s', (from, expected) => {
    expect(isFromMachine([], from)).toBe(expected);
  });
});

test('reply keys: only those of the incoming address are read', () => {
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
])('subject %j has the ticket number %s', (subject, expected) => {
  expect(numberOfSubject(subject)).toBe(expected);
});
