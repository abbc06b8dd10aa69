import { expect, test } from 'vitest';
import { getPageRow, listTyped } from '../../pages.ts';
import { countQuestions, findQuestions } from './text-search.ts';

const groups = [
  {
    id: 'a',
    title: 'A',
    questions: [
      { id: 'refund', question: 'How are refunds paid?', answer: 'To the card. See [funds](/cabinet/funds).' },
      { id: 'saldo', question: '¿Qué es el crédito?', answer: 'Un número.' },
    ],
  },
  { id: 'b', title: 'B', questions: [{ id: 'jp', question: '修正は何回までですか？', answer: 'ﾌﾞﾘｰﾌの後、２回までです。プロ' }] },
];

test.each([
  ['', 'refund saldo jp'],
  ['   ', 'refund saldo jp'],
  ['REFUNDS', 'refund'],
  ['card refunds', 'refund'],
  ['card number', ''],
  ['cabinet', ''],
  ['credito', 'saldo'],
  ['crédito', 'saldo'],
  ['ＣＡＲＤ', 'refund'],
  ['修正', 'jp'],
  ['ぶりーふ', 'jp'],
  ['ブリーフ　2回', 'jp'],
  ['フロ', ''],
  ['修正回数', ''],
  ['修正何回', 'jp'],
  ['.*', ''],
  ['(', ''],
])('search for %j: finds %j', (query, found) => {
  const left = findQuestions(groups, query);
  expect(left.flatMap(({ questions }) => questions.map(({ id }) => id)).join(' ')).toBe(found);
  expect(countQuestions(left)).toBe(found.split(' ').filter(Boolean).length);
});

test.each<[unknown, string | undefined]>([
  ['refund', 'refund'],
  ['  re\n\tfund\u0000 ', 're fund'],
  ['ＲＥＦＵＮＤ', 'REFUND'],
  ['x'.repeat(500), 'x'.repeat(80)],
  ['\ud800', '\ufffd'],
  ['', undefined],
  ['　', undefined],
  [['a', 'b'], undefined],
  [undefined, undefined],
])('typed query %j: parsed as %j', (q, text) => {
  expect(listTyped(getPageRow('faq'), { q })).toEqual(text === undefined ? [] : [['q', text]]);
});
