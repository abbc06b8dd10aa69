import { describe, expect, test } from 'vitest';
import { keepMine } from './merge.ts';

const offer = (id: string, price: number, note = 'x') => ({ id, price, note });
const base = { title: 'a', offers: [offer('one', 1), offer('two', 2)], lines: ['x'] };

describe('what one has changed goes into what another made of it', () => {
  test.each([
    ['nothing of one’s own', base, { ...base, title: 'theirs' }, { ...base, title: 'theirs' }],
    ['nothing of theirs', { ...base, title: 'mine' }, base, { ...base, title: 'mine' }],
    ['the same of both', { ...base, title: 'mine' }, { ...base, title: 'theirs' }, { ...base, title: 'mine' }],
    [
      'two offers',
      { ...base, offers: [offer('one', 9), offer('two', 2)] },
      { ...base, offers: [offer('one', 1, 'y'), offer('two', 8)] },
      { ...base, offers: [offer('one', 9, 'y'), offer('two', 8)] },
    ],
    [
      'one that came and one that went',
      { ...base, offers: [offer('two', 2), offer('mine', 5)] },
      { ...base, offers: [offer('one', 1), offer('two', 2), offer('theirs', 6)] },
      { ...base, offers: [offer('two', 2), offer('mine', 5), offer('theirs', 6)] },
    ],
    ['lines without a name', { ...base, lines: ['mine'] }, { ...base, lines: ['theirs', 'x'] }, { ...base, lines: ['mine'] }],
  ])('%s', (_, mine, theirs, kept) => {
    expect(keepMine(base, mine, theirs)).toEqual(kept);
  });
});
