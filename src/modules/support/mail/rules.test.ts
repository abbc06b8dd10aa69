import { describe, expect, test } from 'vitest';
import { findNumberInSubject, getNewText, isFromMachine, listKeys, toTextWithoutQuotes } from './rules.ts';

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
    expect(getNewText(sent)).toBe(expected);
  });

  // A backtracking pattern would not terminate here.
  test('a long adversarial mail is read', () => {
    expect(getNewText(`${'On '.repeat(50_000)}\n${'>'.repeat(50_000)}\n${'2026年11月21日'.repeat(20_000)}`)).toContain('On On');
    expect(toTextWithoutQuotes('<div'.repeat(60_000))).toContain('<div');
  });

  test('an HTML mail: the text is extracted without styles and quotes', () => {
    expect(toTextWithoutQuotes('<style>p{}</style><p>Yes &amp; no</p><div>&lt;b&gt;</div><blockquote>old</blockquote>').trim()).toBe(
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
    listKeys([`Reply+${key.toUpperCase()}@IN.shop.example`, `reply+${key}@evil.example`, `reply+${key}x@in.shop.example`, own], own),
  ).toEqual([key]);
});

test.each([
  ['Re: T-7K2Q9M: an answer', 'T-7K2Q9M'],
  ['RV: [t-7k2q9m]', 'T-7K2Q9M'],
  ['T-7K2Q9MM', undefined],
  ['', undefined],
])('subject %j has the ticket number %s', (subject, expected) => {
  expect(findNumberInSubject(subject)).toBe(expected);
});

describe('beginnings of quoted text', () => {
  const quoted = 'Yes.\n\n';
  test.each([
    ['-----Original Message-----\nIs it?', 'Yes.'],
    ['  --- Mensaje original ---  \n¿Es así?', 'Yes.'],
    ['Sent with -----Original Message-----\nIs it?', undefined],
    ['-----Original Message----- was lost', undefined],
    ['el 21 nov 2026, Fanfare escribió:\n> ¿Es así?', 'Yes.'],
    ['Papel de Ana, de quien escribió: nada', undefined],
    ['Ayer el cliente nuevo escribió:', undefined],
    ['El 21 nov 2026 Fanfare escribió: nada.', undefined],
    ['Look on Friday at what she wrote:', undefined],
    ['2026-11-21 18:00 GMT+1 Fanfare <a@b.example>:\n> Is it?', 'Yes.'],
    ['2026/11/21(土) 18:00 Fanfare <a@b.example>：\n> そうですか。', 'Yes.'],
    ['From 2026-11-21 18:00 Fanfare <a@b.example>:', undefined],
    ['2026-11-21 18:00 <a@b.example> sent this: I kept it', undefined],
    ['注文は2026年11月21日です：', undefined],
    ['2026年11月21日：届きました', undefined],
    ['_________ is my name', undefined],
    ['a ____________________', undefined],
    ['__________ and more', undefined],
    ['From: Fanfare\nTo: me', undefined],
    ['Letter from: Fanfare\nDate: Friday', undefined],
    ['From: Fanfare\nThe date: Friday', undefined],
    ['差出人：Fanfare\n送信日時：11月21日', 'Yes.'],
  ])('%j: what is above it is %j', (below, above) => {
    expect(getNewText(`${quoted}${below}`)).toBe(above ?? `${quoted}${below}`);
  });

  test('a beginning that is wrapped: only of a line that is long enough', () => {
    expect(getNewText('Yes.\n\nOn Fri, Nov 21, 2026 Anna\n<a@b.example> wrote:\n> Is it?')).toBe('Yes.');
    expect(getNewText('Yes.\n\nOn Fri, 21 Nov, Anna,\n<a@b.example> wrote:\n> Is it?')).toBe('Yes.');
    expect(getNewText('Yes.\n\nOn Friday I said no.\nShe wrote:')).toBe('Yes.\n\nOn Friday I said no.\nShe wrote:');
  });

  test.each([
    ['two lines below its beginning', 'On Friday Fanfare wrote:\n\n> Is it?\n\nIt is.', 'It is.'],
    ['three lines below its beginning', 'On Friday Fanfare wrote:\n\n\n> Is it?\n\nIt is.', 'It is.'],
    ['farther below: an answer above it', 'Yes.\nOn Friday Fanfare wrote:\n\n\n\n> Is it?\n\nIt is.', 'Yes.'],
    ['with an answer above and below', 'Yes.\nOn Friday Fanfare wrote:\n> Is it?\n> Now?\nNow.', 'Yes.\nNow.'],
    ['before empty lines and a signature', 'Yes.\n  \n> Is it?\n \n--\nAnna', 'Yes.'],
    ['before a signature alone', '-- \nAnna', ''],
    ['in the middle of a line', 'a > b\nis it?', 'a > b\nis it?'],
  ])('quote %s', (_, sent, expected) => expect(getNewText(sent)).toBe(expected));
});

describe('text of an HTML mail', () => {
  test.each([
    ['&quot;Loaf&quot; &apos;n&apos;&nbsp;more &amp;lt; &unknown; &#233;', '"Loaf" \'n\' more &lt; &unknown; é'],
    ['a<br>b</div>c</li>d</tr>e</h2>f<hr>g', 'a\nb\nc\nd\ne\nfg'],
    ['<title>T</title><head>H</head><script>x()</script>kept', 'kept'],
    ['a \n\t b', 'a b'],
    ['new<div class="gmail_quote">old</div>', 'new'],
    ['', ''],
  ])('%j: %j', (html, text) => expect(toTextWithoutQuotes(html)).toBe(text));

  test('only the first 200,000 characters are read', () => {
    expect(toTextWithoutQuotes('x'.repeat(200_001))).toHaveLength(200_000);
  });
});

describe('signs of machines', () => {
  test.each([
    ['Return-Path', '<> by mx', false],
    ['Return-Path', 'x <>', false],
    ['return-path', ' < > ', true],
    ['Content-Type', 'multipart/report; report-type=delivery-status', true],
    ['Content-Type', 'multipart/alternative', false],
    ['X-Auto-Response-Suppress', 'OOF', true],
  ])('header %s: %s gives %s', (key, value, expected) => expect(isFromMachine([{ key, value }], 'anna@shop.example')).toBe(expected));

  test.each([
    ['bounces+anna=shop.example@mx.example', true],
    ['noreply-shop@mx.example', true],
    ['anna-noreply@shop.example', false],
    ['the.postmaster@shop.example', false],
  ])('sender %s gives %s', (from, expected) => expect(isFromMachine([], from)).toBe(expected));

  test('no sign among other headers: sent by a person', () => {
    const headers = ['Subject', 'Date', 'constructor'].map((key) => ({ key, value: 'auto' }));
    expect(isFromMachine(headers, 'anna@shop.example')).toBe(false);
  });
});

test.each([
  ['reply', false],
  ['replies+0123456789abcdefghjkmnpqrs@in.shop.example', false],
  ['xreply+0123456789abcdefghjkmnpqrs@in.shop.example', false],
  ['reply+0123456789abcdefghjkmnpqru@in.shop.example', false],
  ['reply-0123456789abcdefghjkmnpqrs@in.shop.example', false],
  [' reply+0123456789abcdefghjkmnpqrs@in.shop.example ', true],
])('address %j has a reply key: %s', (address, has) => {
  expect(listKeys([address], 'reply@in.shop.example')).toHaveLength(has ? 1 : 0);
});
