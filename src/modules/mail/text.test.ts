// Tests the parsing of shop/mails: what an owner may write, and how mistakes are reported.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartFaults } from '../../infra/config/config.ts';
import { isFaults } from '../../lib/yaml/source.ts';
import { readMailSource } from './source.ts';
import { parseMailText } from './text.ts';

const shop = join(import.meta.dirname, '../../../shop');
const good = '---\nsubject: Hello {name}\n---\n# Good day\n\nDear {name}, [pay]({link}).\n';
const faultsOf = (source: string) => {
  const parsed = parseMailText('shop/mails/x.en.md', source, ['name', 'link'], 'mail');
  return isFaults(parsed) ? parsed.map(({ line, reason }) => `${line}: ${reason}`) : [];
};

describe('mail text', () => {
  test('a valid text has no errors', () => expect(faultsOf(good)).toEqual([]));
  test('a text with Windows line ends is valid', () => expect(faultsOf(good.replaceAll('\n', '\r\n'))).toEqual([]));
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
  ])('a text with %s is refused with the line', (_, source, fault) => expect(faultsOf(source).join('\n')).toMatch(fault));
});

describe('mail folder of the shop', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fanfare-mails-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const spoiled = async (spoil: (mails: string) => Promise<unknown>) => {
    await cp(shop, folder, { recursive: true });
    await spoil(join(folder, 'mails'));
    const cause = await readMailSource(folder).catch((fault: unknown) => fault);
    return cause instanceof StartFaults ? cause.lines : cause;
  };

  test('the texts of the shop are valid', async () => {
    const source = await readMailSource(shop);
    expect(source.letterhead.sender.address).toContain('@');
    expect(source.texts.trial.jp.body.length).toBeGreaterThan(2);
  });

  test('a missing language is refused', async () => {
    expect(await spoiled((mails) => rm(join(mails, 'trial.es.md')))).toEqual([
      'shop/mails/trial.es.md:1: is missing: every mail is needed in every language',
    ]);
  });

  test('all errors of all files are reported together with file and line', async () => {
    const lines = await spoiled(async (mails) => {
      const text = await readFile(join(mails, 'trial.jp.md'), 'utf8');
      await writeFile(join(mails, 'trial.jp.md'), text.replace('{postedAt}', '{posted}'));
      await writeFile(join(mails, 'footer.en.md'), 'Write to {nobody}');
      await writeFile(join(mails, 'trail.en.md'), text);
    });
    expect(lines).toEqual([
      expect.stringMatching(/^shop\/mails\/trial\.jp\.md:6: \{posted\} is not known/),
      expect.stringMatching(/^shop\/mails\/trial\.jp\.md:1: the text must use \{postedAt\}/),
      expect.stringMatching(/^shop\/mails\/footer\.en\.md:1: \{nobody\} is not known/),
      'shop/mails/trail.en.md:1: is no mail of the shop',
    ]);
  });
});
