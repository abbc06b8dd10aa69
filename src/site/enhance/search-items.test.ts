import { expect, test } from 'vitest';
import { findItems, kinds, listQuestionItems, type SearchItem, type SearchItems } from './search-items.ts';

const item = (title: string, text = title): SearchItem => ({ href: `/${title}`, title, note: '', text: text.toLowerCase() });
const many = (count: number, title: string) => Array.from({ length: count }, (_, index) => item(`${title} ${index}`));

const items: SearchItems = {
  orders: [item('F-AB12', 'F-AB12 f ab12 brand stories paid'), ...many(6, 'Order')],
  services: [item('Quick reads', 'quick reads, with a brand voice'), item('A brand kit'), item('Brand stories'), ...many(12, 'Service')],
  questions: [
    ...listQuestionItems({
      asked: '',
      groups: [
        {
          id: 'pay',
          title: 'Paying',
          questions: [
            { id: 'refund', question: '¿Qué pasa con el crédito?', answer: 'See [funds](/cabinet/funds).' },
            { id: 'brief', question: 'ブリーフは何ですか？', answer: '返金の方法' },
          ],
        },
      ],
    }),
    ...many(8, 'Question'),
  ],
};

const listTitles = (query: string) =>
  findItems(items, query).map(({ kind, items: found }) => `${kind}: ${found.map(({ title }) => title).join(', ')}`);
const counts = (query: string) => Object.fromEntries(findItems(items, query).map(({ kind, items: found }) => [kind, found.length]));

test('nothing typed: the newest orders and the services are suggested, without a link to all', () => {
  for (const query of ['', '  ', '　']) {
    expect(counts(query)).toEqual({ orders: 3, services: 10 });
    expect(findItems(items, query).flatMap(({ all }) => all ?? [])).toEqual([]);
  }
});

test('matches: titles that begin with the query come first, then titles that have it, then the rest', () => {
  expect(listTitles('brand')).toEqual(['orders: F-AB12', 'services: Brand stories, A brand kit, Quick reads']);
  expect(listTitles('stories brand')).toEqual(['orders: F-AB12', 'services: Brand stories']);
});

test.for([
  ['case and width', 'ＢＲＡＮＤ ｋｉｔ', 'services: A brand kit'],
  ['accents', 'que credito', 'questions: ¿Qué pasa con el crédito?'],
  ['katakana as hiragana', 'ぶりーふ', 'questions: ブリーフは何ですか？'],
  ['words of a language without spaces', '返金方法', 'questions: ブリーフは何ですか？'],
] as const)('%s: found', ([, query, found]) => expect(listTitles(query)).toEqual([found]));

test.for(['zebra', 'cabinet', '.*', 'brand zebra'])('%j: no group', (query) => expect(findItems(items, query)).toEqual([]));

test('more matches than are shown: a link to all, with the query where its page can be searched', () => {
  const all = (query: string) => findItems(items, query).map((group) => [group.kind, group.items.length, group.all]);
  expect(all('order')).toEqual([['orders', 5, '/cabinet/order-history?q=order']]);
  expect(all(' service ')).toEqual([['services', 5, '/services']]);
  expect(all('question')).toEqual([['questions', 6, '/faq?q=question']]);
});

test('results come in one order of kinds', () => expect(findItems(items, '1').map(({ kind }) => kind)).toEqual([...kinds]));
