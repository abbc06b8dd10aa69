import { expect, test } from 'vitest';
import { joinRuns, readMarkdown } from '#lib/markdown/markdown.ts';
import { groupByWeek, splitKits } from './post-kits.ts';

const text = `# Post kits for Instagram

Times are those of Europe/Oslo.

## Kit 1: Before you open

- **Caption:** Before the first customer comes.
- **Show:** the place before it opens
- **Ask:** Come by.
- **Slot:** 2026-11-27, 18:00
- **Link:** https://loaf.example/?utm_source=instagram

## Ads

- **Objective:** awareness`;

test('post kits: found by heading and labelled list, and the rest stays text', () => {
  const parts = splitKits(readMarkdown(text));
  expect(parts.map(({ kind }) => kind)).toEqual(['text', 'text', 'kit', 'text', 'text']);
  const [kit] = parts.flatMap((part) => (part.kind === 'kit' ? part : []));
  expect(kit?.day).toBe('2026-11-27');
  expect(kit && joinRuns(kit.caption.words).trim()).toBe('Before the first customer comes.');
  expect(kit?.rest).toHaveLength(1);
});

test.for([
  [['2026-11-27'], [['2026-11-23', '2026-11-29']]],
  [
    ['2026-12-01', '2026-11-27'],
    [
      ['2026-11-23', '2026-11-29'],
      ['2026-11-30', '2026-12-06'],
    ],
  ],
  [['no day'], []],
] as const)('weeks of %j: Monday to Sunday', ([days, expected]) => {
  expect(groupByWeek(days).map((week) => [week[0], week.at(-1)])).toEqual(expected);
});
