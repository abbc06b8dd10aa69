// Tests the parsing of shop/mails: what an owner may write, and how mistakes are reported.
import { describe, expect, test } from 'vitest';
import { localeNames } from '#lib/locale.ts';
import { readSource } from '#lib/yaml/parse.ts';
import { isSourceErrors, type Sources } from '#lib/yaml/source.ts';
import { StartError } from '#platform/config/config.ts';
import { checkMails, parseCurrentMails, readDefaultMails } from './source.ts';
import { parseMailText } from './text.ts';

const good = '---\nsubject: Hello {name}\n---\n# Good day\n\nDear {name}, [pay]({link}).\n';
const getErrors = (source: string) => {
  const parsed = parseMailText(readSource('shop/mails/x.en.md', source), ['name', 'link'], 'mail');
  return isSourceErrors(parsed) ? parsed.map(({ line, reason }) => `${line}: ${reason}`) : [];
};

describe('mail text', () => {
  test('a valid text has no errors', () => expect(getErrors(good)).toEqual([]));
  test('a text with Windows line ends is valid', () => expect(getErrors(good.replaceAll('\n', '\r\n'))).toEqual([]));
  test.each<[string, string, RegExp]>([
    ['no front matter', good.slice(good.indexOf('#')), /^1: must begin/],
    ['no subject', good.replace('subject: Hello {name}', 'title: x'), /subject/],
    ['an unknown key in the front matter', good.replace('---\n#', 'from: x\n---\n#'), /^3: from: is not known/],
    ['a required value left out', good.replace('[pay]({link})', 'pay'), /^1: the text must use \{link\}/],
    ['an unknown value', good.replace('Dear', '{deer}'), /^6: \{deer\} is not known here; known are \{name\}, \{link\}, \{brand\}/],
    ['a stray brace', good.replace('Dear', 'Dear {'), /^6: a brace/],
    ['braces around something other than a name', good.replace('Dear', '{1}'), /^6: a brace/],
    ['HTML', good.replace('Dear', '<b>Dear</b>'), /^6: mails do not use html/],
    ['a script', `${good}\n<script>alert(1)</script>\n`, /^8: mails do not use html/],
    ['an image', good.replace('Dear', '![x](https://x.example/p.png)'), /^6: mails do not use image/],
    ['a table', `${good}\n| a |\n|---|\n| b |\n`, /^8: mails do not use table/],
    ['a javascript: link', good.replace('Dear', '[Dear](javascript:alert)'), /^6: a link must lead to/],
    ['a relative link', good.replace('Dear', '[Dear](/cart)'), /^6: a link must lead to/],
  ])('a text with %s is refused with the line', (_, source, error) => expect(getErrors(source).join('\n')).toMatch(error));
});

const defaults = await readDefaultMails();

describe('mails of a shop', () => {
  const trial = (file: string): string => defaults.get(file)?.text ?? '';
  const mail = (file: string, text: string) => [file, readSource(`shop/mails/${file}`, text)] as const;
  const findErrors = (own: Sources): readonly string[] => {
    try {
      checkMails(own);
      return [];
    } catch (cause) {
      if (cause instanceof StartError) return cause.lines;
      throw cause;
    }
  };

  test('the texts of the sample shop are valid', () => expect(findErrors(defaults)).toEqual([]));

  test('a shop without mails of its own is valid and uses the default texts', async () => {
    expect(findErrors(new Map())).toEqual([]);
    const { texts, outdated } = await parseCurrentMails(new Map());
    expect(texts.trial.jp.body.length).toBeGreaterThan(2);
    expect(outdated).toEqual([]);
  });

  test('a missing language is refused, also if the other mails are the default ones', () => {
    const missing = ['shop/mails/trial.es.md:1: is missing: every mail is needed in every language'];
    expect(findErrors(new Map([...defaults].filter(([file]) => file !== 'trial.es.md')))).toEqual(missing);
    expect(findErrors(new Map(['trial.en.md', 'trial.jp.md'].map((file) => mail(file, trial(file)))))).toEqual(missing);
  });

  test('all errors of all files are reported together with file and line', () => {
    const spoiled = new Map(defaults)
      .set(...mail('trial.jp.md', trial('trial.jp.md').replace('{postedAt}', '{posted}')))
      .set(...mail('footer.en.md', 'Write to {nobody}'))
      .set(...mail('trail.en.md', trial('trial.en.md')));
    expect(findErrors(spoiled)).toEqual([
      expect.stringMatching(/^shop\/mails\/trial\.jp\.md:6: \{posted\} is not known/),
      expect.stringMatching(/^shop\/mails\/trial\.jp\.md:1: the text must use \{postedAt\}/),
      expect.stringMatching(/^shop\/mails\/footer\.en\.md:1: \{nobody\} is not known/),
      'shop/mails/trail.en.md:1: is no mail of the shop',
    ]);
  });

  test('own text that lacks a value of this release: the default text is used in every language and the mail is named', async () => {
    const own = new Map(localeNames.map((locale) => mail(`trial.${locale}.md`, `---\nsubject: Own\n---\n{to}\n`)));
    const { texts, outdated } = await parseCurrentMails(own);
    expect(outdated).toEqual(['trial']);
    expect(texts.trial).toEqual((await parseCurrentMails(defaults)).texts.trial);
    const whole = new Map(localeNames.map((locale) => mail(`trial.${locale}.md`, `---\nsubject: Own\n---\n{to} {postedAt}\n`)));
    expect(await parseCurrentMails(whole)).toMatchObject({ outdated: [], texts: { trial: { es: { subject: 'Own' } } } });
  });
});
