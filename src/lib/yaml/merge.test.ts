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
      'line changed by me and line added by them: both',
      { ...base, lines: ['mine'] },
      { ...base, lines: ['theirs', 'x'] },
      { ...base, lines: ['theirs', 'mine'] },
    ],
  ])('%s', (_, mine, theirs, merged) => {
    expect(keepMine(base, mine, theirs)).toEqual(merged);
  });
});

describe('merge of lists whose items have no names', () => {
  const block = (title: string, text = 'x') => ({ kind: 'points', title: { en: title, es: `${title} (es)` }, text });
  const [first, second, third] = [block('One'), block('Two'), { kind: 'how' }];
  const list = [first, second, third];
  test.each([
    ['items changed by both', [block('One', 'mine'), second, third], [first, block('Two', 'theirs'), third], 'One mine, Two theirs, how'],
    ['item moved by them and changed by me', [block('One', 'mine'), second, third], [third, second, first], 'how, Two x, One mine'],
    ['item moved by me and changed by them', [second, first, third], [first, block('Two', 'theirs'), third], 'Two theirs, One x, how'],
    [
      'items added by both',
      [first, block('Mine'), second, third],
      [first, second, third, block('Theirs')],
      'One x, Mine x, Two x, how, Theirs x',
    ],
    ['item removed by them, another changed by me', [block('One', 'mine'), second, third], [first, third], 'One mine, how'],
    ['item removed by me, another added by them', [first, third], [block('Theirs'), first, second, third], 'Theirs x, One x, how'],
    [
      'same item changed by both: my value',
      [block('One', 'mine'), second, third],
      [block('One', 'theirs'), second, third],
      'One mine, Two x, how',
    ],
  ])('%s', (_, mine, theirs, merged) => {
    const shown = keepMine<readonly ({ kind: string } | ReturnType<typeof block>)[]>(list, mine, theirs).map((item) =>
      'title' in item ? `${item.title.en} ${item.text}` : item.kind,
    );
    expect(shown.join(', ')).toBe(merged);
  });
});
