// Drafts that need a reason before delivery.
import { describe, expect, test } from 'vitest';
import { builtInChecks } from '#modules/catalogue/kinds/shapes.ts';
import type { Ordered } from '#modules/catalogue/shapes.ts';
import { type DraftToDeliver, listConcerns } from './delivery-checks.ts';

const ordered = (count: number, of: Ordered['of'] = 'words'): Pick<DraftToDeliver, 'ordered'> => ({ ordered: { count, of } });
const draft = (more: Partial<DraftToDeliver>): DraftToDeliver => ({
  ...ordered(600),
  text: '',
  report: null,
  unchecked: undefined,
  files: [],
  checks: builtInChecks,
  isFilesOnly: false,
  ofKind: undefined,
  ...more,
});
const words = (count: number): string => Array.from({ length: count }, () => 'bread').join(' ');
const lines = (count: number): string => Array.from({ length: count }, (_, index) => `Bread number ${index + 1}`).join('\n\n');
const file = (name: string) => ({ name });

type Case = readonly [condition: string, draft: Partial<DraftToDeliver>, concerns: readonly string[]];

describe('concerns before delivery', () => {
  test.for<Case>([
    ['480 of 600 words', { text: words(480) }, []],
    ['479 of 600 words', { text: words(479) }, ['deliver.words']],
    ['959 of 1,200 words', { ...ordered(1_200), text: words(959) }, ['deliver.words']],
    ['no text, and a document', { files: [file('story.txt')] }, []],
    ['no text, and a picture', { files: [file('story.png')] }, ['deliver.words']],
    ['a short text, and a document', { text: words(20), files: [file('story.txt')] }, ['deliver.words']],
    ['8 of 10 phrases', { ...ordered(10, 'phrases'), text: lines(8) }, []],
    ['7 of 10 phrases', { ...ordered(10, 'phrases'), text: lines(7) }, ['deliver.lines']],
    ['2 of 3 kits', { ...ordered(3, 'kits'), text: lines(2) }, ['deliver.lines']],
    ['4 of 5 sets', { ...ordered(5, 'sets'), text: lines(4) }, ['deliver.lines']],
    ['a recording of a service that delivers files', { isFilesOnly: true, files: [file('episode.mp3')] }, []],
    ['an offer without a count', { ordered: undefined, text: words(1) }, []],
    ['a placeholder', { text: `${words(600)} [one oven]` }, ['deliver.placeholder']],
    ['a text that could not be checked', { text: words(600), unchecked: 'no answer' }, ['deliver.unchecked']],
  ])('%s gives %j', ([, more, concerns]) => {
    expect(listConcerns(draft(more)).map(({ id }) => id)).toEqual(concerns);
  });
});
