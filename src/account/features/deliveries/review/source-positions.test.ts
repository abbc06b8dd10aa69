import { describe, expect, test } from 'vitest';
import { joinRuns, readMarkdown } from '#lib/markdown/markdown.ts';
import { findPassage, listRuns, locateRuns, toPlainQuote } from './source-positions.ts';

const passages = (source: string): string[] => {
  const blocks = readMarkdown(source);
  const places = locateRuns(source, blocks);
  return blocks.flatMap((block) => {
    const passage = findPassage(listRuns(block), places);
    return passage ? [source.slice(passage.from, passage.to)] : [];
  });
};

describe('passage of a block in the source', () => {
  test.for([
    ['heading', '# The loaf\n', ['The loaf']],
    [
      'bold and link',
      'We open **at seven**, see [us](https://at.example/us) there.',
      ['We open **at seven**, see [us](https://at.example/us) there.'],
    ],
    ['same words twice', 'The loaf.\n\nThe loaf.', ['The loaf.', 'The loaf.']],
    ['address of a link is not searched', '[a](https://b.example) b', ['a](https://b.example) b']],
    ['list', '- one\n- two', ['one\n- two']],
    ['lines of a quote', '> first\n> second', ['first\n> second']],
    ['table', '| a | b |\n|---|---|\n| c | d |', ['a | b |\n|---|---|\n| c | d']],
    ['Japanese', '毎朝七時に**開きます**。', ['毎朝七時に**開きます**。']],
    ['rule', '---', []],
  ] as const)('%s', ([, source, expected]) => {
    expect(passages(source)).toEqual(expected);
  });

  test('second of two equal paragraphs: its own position', () => {
    const source = 'Bread.\n\nBread.';
    const blocks = readMarkdown(source);
    const places = locateRuns(source, blocks);
    expect(blocks.map((block) => findPassage(listRuns(block), places)?.from)).toEqual([0, 8]);
    expect(blocks.map((block) => joinRuns(listRuns(block)))).toEqual(['Bread.', 'Bread.']);
  });
});

test('plainQuote: without the signs of Markdown', () => {
  expect(toPlainQuote('We open **at seven**, see [us](https://at.example).\n- one')).toBe('We open at seven, see us. one');
});
