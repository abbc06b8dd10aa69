// Tests the rendering of emails: HTML and plain text have the same content, and values stay text.
import { describe, expect, test } from 'vitest';
import { builtInLocales, getLanguage } from '#lib/locale.ts';
import { readSource } from '#lib/yaml/parse.ts';
import { isSourceErrors } from '#lib/yaml/source.ts';
import { findHtmlErrors } from '../../../tests/support/html.ts';
import { sampleLetterhead, sampleTexts } from '../../../tests/support/owner-files.ts';
import { type MailValue, mailNames, mails } from './shapes.ts';
import { parseMailText } from './text.ts';
import { writeLetter } from './write.ts';

const basis = {
  id: '7f',
  to: 'anna@shop.example',
  reader: { locale: 'en', dateLocale: 'en-US', timeZone: 'UTC' },
  footer: sampleTexts.footer.en,
  letterhead: sampleLetterhead,
  shopUrl: 'https://shop.example',
} as const;

function write(markdown: string, values: Readonly<Record<string, MailValue>>, subject = 'Hello') {
  const text = parseMailText(readSource('x.md', `---\nsubject: ${subject}\n---\n${markdown}`), Object.keys(values), 'mail');
  if (isSourceErrors(text)) throw new Error(JSON.stringify(text));
  return writeLetter({ ...basis, text, values });
}

test('a line with a link: its name is the link in the HTML, the address is below it in the plain text', () => {
  const items = [{ name: 'New order: F-1', about: ['Ada'], amount: '', link: 'https://desk.example/orders/1' }];
  const { html, text } = write('{items}', { items });
  expect(html).toMatch(/<a [^>]*href="https:\/\/desk\.example\/orders\/1"[^>]*>New order: <span[^>]*>F-1<\/span><\/a>/);
  expect(text).toMatch(/^New order: F-1\n {2}Ada\n {2}https:\/\/desk\.example\/orders\/1\n/);
  expect(() => write('{items}', { items: [{ name: 'x', amount: '', link: 'javascript:alert(1)' }] })).toThrow('not allowed');
});

describe.each(mailNames.flatMap((mail) => builtInLocales.map((locale) => [mail, locale] as const)))('mail %s in %s', (mail, locale) => {
  // Links need valid targets, otherwise rendering throws.
  const filledValue = (name: string) =>
    name === 'link' || name === 'settings' ? `https://shop.example/value-of-${name}` : `value-of-${name}`;
  const filler = (name: string): MailValue => {
    if (name === 'items') return [{ name: 'value-of-items', amount: '€1.00' }];
    return filledValue(name);
  };
  const values = Object.fromEntries(mails[mail].values.map((name) => [name, filler(name)]));
  const letter = writeLetter({
    ...basis,
    reader: { locale, dateLocale: 'en-US', timeZone: 'UTC' },
    text: sampleTexts[mail][locale],
    footer: sampleTexts.footer[locale],
    values,
  });

  test('every value is in the HTML, and in the subject or the plain text', () => {
    for (const name of mails[mail].values) {
      const value = filledValue(name);
      expect(letter.html).toContain(value);
      expect(`${letter.subject}\n${letter.text}`).toContain(value);
    }
  });
  test('the mail has a subject, its language and no placeholder left', () => {
    expect(letter.subject.length).toBeGreaterThan(3);
    expect(letter.html).toContain(`<html lang="${getLanguage(locale).html}">`);
    // Japanese Markdown needs punctuation or a space around bold text.
    expect(letter.text + letter.subject).not.toMatch(/[{}]|\*\*/);
  });
  test('the HTML is valid', () => expect(findHtmlErrors(letter.html, 'mail')).toEqual([]));
  test('the mail ends with the company', () => {
    expect(letter.html).toContain(sampleLetterhead.company);
    expect(letter.text.trimEnd().endsWith(sampleLetterhead.company)).toBe(true);
  });
});

describe('look of the shop', () => {
  const text = parseMailText(readSource('x.md', '---\nsubject: Hello\n---\n[Pay now]({link})\n\n{item}\n'), ['link', 'item'], 'mail');
  if (isSourceErrors(text)) throw new Error(JSON.stringify(text));
  const values = { link: 'https://shop.example/pay', item: '<b class="button">a</b>' };
  const write = (changes: Partial<typeof sampleLetterhead>) =>
    writeLetter({ ...basis, text, values, letterhead: { ...sampleLetterhead, ...changes } }).html;

  test('without an accent or a logo: the default colours and mark', () => {
    const html = write({});
    expect(html).toMatch(/class="button" style="[^"]*background:#c83214/);
    expect(html).toContain('class="logoBell"');
    expect(html).not.toContain('<img');
  });
  test('with an accent and a logo: its colours, light and dark, and the logo with the name as its text', () => {
    const html = write({ brand: 'North & Light', look: { accent: '#1f5fd0' }, hasLogo: true });
    expect(html).toMatch(/class="button" style="[^"]*background:#1f5fd0/);
    expect(html).toContain('.button{background:#5f99ff !important');
    expect(html).toMatch(/<img class="brandLogo" style="[^"]*" src="https:\/\/shop\.example\/logo\.png" alt="North &amp; Light"/);
    expect(html).not.toContain('class="logoBell"');
    expect(findHtmlErrors(html, 'mail')).toEqual([]);
  });
  test('a value that looks like a class gets no style', () => {
    expect(write({})).toContain('&lt;b class=&quot;button&quot;&gt;a&lt;/b&gt;');
  });
});

describe('Markdown', () => {
  const letter = write(
    '# One\n\n## Two\n\nA *soft* and **strong**\nword, 1 < 2 & 3.\n\n- a {item}\n- b\n\n1. first\n\n---\n\n[Pay now]({link})\n\nOr [look]({link}) there.\n',
    { link: 'https://shop.example/pay?a=1&b=2', item: 'thing' },
  );
  test('Markdown becomes HTML', () => {
    expect(letter.html).toMatch(/<h1[^>]*>One<\/h1>/);
    expect(letter.html).toMatch(/<em>soft<\/em> and <strong>strong<\/strong> word, 1 &lt; 2 &amp; 3\./);
    expect(letter.html).toMatch(/<ul[^>]*><li[^>]*>a thing<\/li><li[^>]*>b<\/li><\/ul>/);
    expect(letter.html).toMatch(/<ol[^>]*><li[^>]*>first<\/li><\/ol>/);
  });
  test('a paragraph that is only a link becomes a button', () => {
    expect(letter.html).toMatch(/<a class="button"[^>]* href="https:\/\/shop\.example\/pay\?a=1&amp;b=2">Pay now<\/a>/);
    expect(letter.html).toMatch(/Or <a class="link"[^>]*>look<\/a> there/);
  });
  test('Markdown becomes plain text', () => {
    expect(letter.text).toContain(
      'A soft and strong word, 1 < 2 & 3.\n\n- a thing\n- b\n\n1. first\n\n----\n\nPay now: https://shop.example/pay?a=1&b=2\n\nOr look: https://shop',
    );
  });
});

describe('table of a mail', () => {
  const items = [
    { name: 'Brand Stories, 600 words', about: ['F-7K2Q0Y1M', 'Expected by noon'], amount: '€59.00' },
    { name: 'Total', amount: '€59.00', isTotal: true },
  ];
  const { html, text } = write('Before\n\n{items}\n\nAfter', { items });

  test('lines have name, details and amount in HTML and in plain text', () => {
    expect(html.match(/<tr>/g)).toHaveLength(2);
    expect(html).toMatch(/Brand Stories, 600 words<br>.*F-7K2Q0Y1M.*Expected by noon.*€59\.00<\/td>/);
    expect(text).toContain('Before\n\nBrand Stories, 600 words: €59.00\n  F-7K2Q0Y1M\n  Expected by noon\nTotal: €59.00\n\nAfter');
  });
  test('a number does not break at its hyphen', () => expect(html).toMatch(/nowrap">F-7K2Q0Y1M<\/span>/));
});

describe('date in a mail', () => {
  test.each([
    ['en', 'page', 'May 12, 2026 at 5:30 PM GMT+9', 'May 12, 2026'],
    ['es', 'page', '12 de mayo de 2026 a las 17:30 GMT+9', '12 de mayo de 2026'],
    ['jp', 'page', '2026年5月12日 17:30 JST', '2026年5月12日'],
    ['es', 'en-US', 'May 12, 2026 at 5:30 PM GMT+9', 'May 12, 2026'],
    ['jp', 'en-US', 'May 12, 2026 at 5:30 PM GMT+9', 'May 12, 2026'],
  ] as const)('in %s with the date setting %s: written in that form, in the zone of the reader', (locale, dateLocale, moment, day) => {
    const reader = { locale, dateLocale, timeZone: 'Asia/Tokyo' };
    const text = parseMailText(readSource('x.md', '---\nsubject: x\n---\n{at}|{on}'), ['at', 'on'], 'mail');
    if (isSourceErrors(text)) throw new Error(JSON.stringify(text));
    const values = { at: '2026-05-12T08:30:00.000Z', on: '2026-05-12T08:30:00.000Z' };
    expect(writeLetter({ ...basis, reader, text, values }).text).toContain(`${moment}|${day}`);
  });
  test('text of an earlier release is shown unchanged', () => expect(write('{at}', { at: 'at noon' }).text).toContain('at noon'));
});

describe('value in a mail', () => {
  const canaries = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</title><script>alert(1)</script>',
    '[click](javascript:alert(1))',
    '**bold** <b>b</b>',
    '{brand}',
    '&lt;script&gt;',
    '<!-- -->',
  ];
  test.each(canaries)('the value is escaped in HTML: %s', (value) => {
    const { html } = write('# {value}\n\n- {value}\n- **{value}**\n\n[{value}](https://shop.example)\n', { value }, '"{value}"');
    const escaped = value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;');
    expect(html.split(escaped)).toHaveLength(6);
    expect(html.replaceAll(escaped, '')).not.toMatch(/alert|<b>|<img|<script/);
  });
  test('line breaks of a value are kept', () => {
    const { html, text } = write('{value}', { value: 'one\r\ntwo\nthree\u0007' });
    expect(html).toContain('one<br>two<br>three<');
    expect(text).toContain('one\ntwo\nthree\n');
  });
  test.each([
    ['phish.example/pay', 'phish.\u2060example/pay'],
    ['anna@phish.example', 'anna@\u2060phish.\u2060example'],
    ['Dr. Anna-Lee O’Hara, M.', 'Dr. Anna-Lee O’Hara, M.'],
  ])('%s as a name is not turned into a link by mail programs', (name, expected) => {
    const { html, text } = write('# {name}\n\n{message}', { name, message: 'See shop.example' });
    for (const part of [html, text]) expect(part).toContain(expected);
    expect(text).toContain('See shop.example');
  });
  test('a value with a line break adds no header', () => {
    expect(write('{value}', { value: 'Anna\r\nBcc: eve@shop.example' }, 'For {value}').subject).toBe('For Anna Bcc: eve@shop.example');
  });
  test.each(['javascript:alert(1)', 'data:text/html,<script>', '//evil.example', ''])('a link to %j is refused', (link) => {
    expect(() => write('[Pay]({link})', { link })).toThrow(/target is not allowed/);
  });
});
