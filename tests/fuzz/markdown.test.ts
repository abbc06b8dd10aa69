import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitFrontMatter } from '#lib/markdown/front-matter.ts';
import { escapeHtml, html } from '#lib/markdown/html.ts';
import { findOverMarkdown } from '#lib/markdown/limits.ts';
import { type Block, joinRuns, type MarkdownRun, readMarkdown } from '#lib/markdown/markdown.ts';
import { nameLine, toCleanLines, toOneLine } from '#lib/markdown/plain-text.ts';
import { anyText, changedBytes, expectSteadyWork, randomRuns, readCorpus } from '../support/corpus.ts';

const inputs = readCorpus('markdown');

function runsIn(blocks: readonly Block[]): readonly MarkdownRun[] {
  return blocks.flatMap((block): readonly MarkdownRun[] => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return block.runs;
      case 'list':
        return block.items.flatMap(runsIn);
      case 'quote':
        return runsIn(block.blocks);
      case 'code':
        return [{ text: block.text }];
      case 'table':
        return [...block.head, ...block.rows.flat()].flat();
      default:
        return [];
    }
  });
}

function expectParsed(bytes: Buffer): void {
  const { markdown, head, firstLine } = splitFrontMatter(bytes.toString());
  expect(firstLine).toBeGreaterThanOrEqual(1);
  expect(head.length + markdown.length).toBeLessThanOrEqual(bytes.toString().length + 2);
  if (findOverMarkdown(markdown)) return;
  const runs = runsIn(readMarkdown(markdown));
  for (const { href } of runs) expect(href ?? 'https:').toMatch(/^(https?|mailto):/i);
  // A tab is four spaces in code.
  expect(joinRuns(runs).length).toBeLessThanOrEqual(4 * markdown.length + 4);
  const shown = html`<p title="${joinRuns(runs)}">${runs.map(({ text }) => text)}</p>`.text;
  expect(shown.match(/</g)).toHaveLength(2);
  expect(shown.match(/"/g)).toHaveLength(2);
}

describe('Markdown', () => {
  test.for(inputs)('$name: blocks of text, with links of the web only', ({ bytes }) => expectParsed(bytes));

  test('any changes of them: the same', () => {
    const meaningful = [
      '# ',
      '- ',
      '1. ',
      '> ',
      '`',
      '```\n',
      '**',
      '_',
      '~~',
      '[a](',
      ')',
      '<',
      '|',
      '\n',
      '\n\n',
      '    ',
      '\t',
      '&lt;',
      '\\',
      '---\n',
      '![',
      ']: ',
      'javascript:',
      '\0',
    ];
    fc.assert(fc.property(changedBytes(inputs, meaningful), expectParsed), randomRuns);
  });

  test('any text, escaped: has no sign of HTML, and reads as before', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const escaped = escapeHtml(text);
        expect(escaped).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
        const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
        expect(escaped.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? '')).toBe(text);
      }),
      randomRuns,
    );
  });

  test('any text, cleaned: stays as it is when it is cleaned again', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        for (const clean of [toOneLine, nameLine, toCleanLines]) {
          expect(clean(clean(text))).toBe(clean(text));
          expect(clean(text).isWellFormed()).toBe(true);
          expect(clean(text)).not.toMatch(/[\0\r\u0085\u2028\u2029]/);
        }
        expect(toOneLine(text)).not.toContain('\n');
      }),
      randomRuns,
    );
  });

  // Within a paragraph the work grows with the square of its length, which is limited.
  const pieces = [
    '*',
    '_',
    '**a',
    '`',
    '[',
    '![',
    '[a](',
    '<',
    '<a ',
    '~',
    '\\',
    '&',
    '|',
    'a|',
    '[a]: ',
    '](',
    '<!--',
    'http://',
    'a@b',
    '*a_',
  ];
  test.for(pieces)('%j many times: the work grows with the length', async (piece) => {
    const paragraphs = `${piece.repeat(Math.floor(250 / piece.length))}\n\n`;
    await expectSteadyWork((text) => (findOverMarkdown(text) ? undefined : readMarkdown(text)), paragraphs, 6);
  });
});
