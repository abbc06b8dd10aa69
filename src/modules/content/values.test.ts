// Every file of the sample shops as a value and back: an equal value.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toText, toValue } from './values.ts';

const files = globSync(['shop/**/*.{yaml,md}', 'examples/shops/*/**/*.{yaml,md}']);

describe('files as values', () => {
  test('there are files', () => expect(files.length).toBeGreaterThan(150));

  test.each(files)('%s: comes back as an equal value, in the order of its keys', (file) => {
    const value = toValue(file, readFileSync(file, 'utf8'));
    expect(Object.keys(value)).not.toContain('unparsed');
    const stored: typeof value = JSON.parse(JSON.stringify(value));
    expect(JSON.stringify(toValue(file, toText(file, stored)))).toBe(JSON.stringify(value));
  });

  test('a text is kept whatever it says', () => {
    for (const [file, text] of [
      ['logo.svg', '<svg/>'],
      ['tax.yaml', 'vat: [unclosed'],
      ['faq.yaml', '- a list'],
      ['footer.en.md', 'No head.\n'],
      ['trial.en.md', '---\nsubject: [unclosed\n---\nText\n'],
    ] as const)
      expect(toText(file, toValue(file, text))).toBe(text);
  });

  test('Markdown is apart from what stands above it', () =>
    expect(toValue('trial.en.md', '---\nsubject: Hello\n---\nText with {link}\n')).toEqual({
      subject: 'Hello',
      markdown: 'Text with {link}\n',
    }));
});
