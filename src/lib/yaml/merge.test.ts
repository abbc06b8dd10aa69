import { describe, expect, test } from 'vitest';
import { keepMine } from './merge.ts';

const offer = (id: string, price: number, note = 'x') => ({ id, price, note });
const base = { title: 'a', offers: [offer('one', 1), offer('two', 2)], lines: ['x'] };

describe('merge of concurrent edits', () => {
  test.each([
    ['no change of mine: theirs', base, { ...base, title: 'theirs' }, { ...base, title: 'theirs' }],
    ['no change of theirs: mine', { ...base, title: 'mine' }, base, { ...base, title: 'mine' }],
    ['same value changed by both: mine', { ...base, title: 'mine' }, { ...base, title: 'theirs' }, { ...base, title: 'mine' }],
    [
      'different fields of two offers: both changes',
      { ...base, offers: [offer('one', 9), offer('two', 2)] },
      { ...base, offers: [offer('one', 1, 'y'), offer('two', 8)] },
      { ...base, offers: [offer('one', 9, 'y'), offer('two', 8)] },
    ],
    [
      'offers added and removed: all of it',
      { ...base, offers: [offer('two', 2), offer('mine', 5)] },
      { ...base, offers: [offer('one', 1), offer('two', 2), offer('theirs', 6)] },
      { ...base, offers: [offer('two', 2), offer('mine', 5), offer('theirs', 6)] },
    ],
    [
      'list without ids changed by both: mine',
      { ...base, lines: ['mine'] },
      { ...base, lines: ['theirs', 'x'] },
      { ...base, lines: ['mine'] },
    ],
  ])('%s', (_, mine, theirs, merged) => {
    expect(keepMine(base, mine, theirs)).toEqual(merged);
  });
});
