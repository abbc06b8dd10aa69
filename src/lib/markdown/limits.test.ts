import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { overMarkdown } from './limits.ts';

const shop = join(import.meta.dirname, '../../../shop');

test.each(globSync('**/*.md', { cwd: shop }))('%s is within the limit', (file) => {
  expect(overMarkdown(readFileSync(join(shop, file), 'utf8'))).toBeUndefined();
});

describe('nested too deeply', () => {
  test.each([
    ['50,000 quotes', '>'.repeat(50_000)],
    ['20,000 items', '- '.repeat(20_000)],
    ['numbers', `${'1. '.repeat(20_000)}x`],
    ['quotes and items', '> - '.repeat(6)],
    ['a list in a list in a list', Array.from({ length: 200 }, (_, level) => `${'  '.repeat(level)}- x\n`).join('')],
  ] as const)('%s', (_, text) => {
    const over = overMarkdown(`## One\n\n${text}`);
    expect(over?.reason).toBe('is nested deeper than 10 levels');
    expect(over?.at).toBeGreaterThan(6);
  });
});

test.each([
  ['marks of emphasis', '_a'.repeat(50_000)],
  ['headings one below the other', '# a\n'.repeat(20_000)],
] as const)('a long paragraph: %s', (_, text) => {
  expect(overMarkdown(`## One\n\n${text}`)).toEqual({
    at: 8,
    reason: expect.stringContaining('has a paragraph of more than 5,000 characters'),
  });
});

test.each([
  ['three levels', '- a\n  - b\n    - c\n\n> > > d'],
  ['a rule', '- - - -\n***\n'],
  ['items one below the other', '- x\n'.repeat(1_000)],
  ['many paragraphs', 'a b c\n\n'.repeat(20_000)],
  ['an empty line of spaces', `x\n${' '.repeat(100)}\ny`],
] as const)('within the limit: %s', (_, text) => {
  expect(overMarkdown(text)).toBeUndefined();
});
