// What the search finds: services, questions and own orders, best match first. Pure.
import type { OrderView } from '#modules/orders/shapes.ts';
import type { FaqData, HistoryData, ServiceSheet, ServicesData } from '#ui/page/data.ts';
import { createMatcher, getQuestionText, normalizeText } from '#ui/search/text-search.ts';
import { getSearchText, orderNames } from '../../account/features/orders/order-names.ts';
import type { pages } from '../../pages.ts';

/** As in the table of pages, which is too long to load for three of them. */
const paths: { readonly [Name in 'services' | 'faq' | 'orderHistory']: (typeof pages)[Name]['path'] } = {
  services: '/services',
  faq: '/faq',
  orderHistory: '/cabinet/order-history',
};

export type SearchItem = {
  readonly href: string;
  readonly title: string;
  readonly note: string;
  /** All that is searched, comparable. */
  readonly text: string;
  readonly service?: ServiceSheet;
};

export const kinds = ['orders', 'services', 'questions'] as const;
export type SearchKind = (typeof kinds)[number];
export type SearchItems = Readonly<Record<SearchKind, readonly SearchItem[]>>;
/** `all`: where all matches are, if there are more than those shown. */
export type FoundGroup = { readonly kind: SearchKind; readonly items: readonly SearchItem[]; readonly all: string | undefined };

const SHOWN: Readonly<Record<SearchKind, number>> = { orders: 5, services: 5, questions: 6 };
/** Before anything is typed. */
const SUGGESTED: Readonly<Record<SearchKind, number>> = { orders: 3, services: 10, questions: 0 };

export const listServiceItems = ({ services, bundles }: ServicesData): SearchItem[] =>
  [...services, ...bundles].map((service) => {
    const { slug, name, summary, description, contains, pieces, platforms } = service;
    const text = normalizeText([name, summary, description, ...contains, ...platforms, ...pieces.map((piece) => piece.name)].join(' '));
    return { href: `${paths.services}#${slug}`, title: name, note: summary, text, service };
  });

export const listQuestionItems = ({ groups }: FaqData): SearchItem[] =>
  groups.flatMap(({ title, questions }) =>
    questions.map((each) => ({ href: `${paths.faq}#${each.id}`, title: each.question, note: title, text: getQuestionText(each) })),
  );

export const orderItems = (orders: readonly OrderView[], names: HistoryData, formatStatus: (order: OrderView) => string): SearchItem[] =>
  orders.map((order) => {
    const { number } = order;
    const status = formatStatus(order);
    const text = `${getSearchText(order, names, status)} ${normalizeText(number.replaceAll('-', ''))}`;
    return { href: `${paths.orderHistory}/${number}`, title: orderNames(order, names).title, note: `${number} · ${status}`, text };
  });

export function findItems(items: SearchItems, query: string): readonly FoundGroup[] {
  const fits = createMatcher(query);
  const groups = kinds.map((kind): FoundGroup => {
    if (!fits) return { kind, items: items[kind].slice(0, SUGGESTED[kind]), all: undefined };
    const found = items[kind].filter(({ text }) => fits(text));
    const all = found.length > SHOWN[kind] ? getResultsAddress(kind, query.trim()) : undefined;
    return { kind, items: rankItems(found, query, fits).slice(0, SHOWN[kind]), all };
  });
  return groups.filter((group) => group.items.length > 0);
}

/** The page of the services has no search. */
function getResultsAddress(kind: SearchKind, query: string): string {
  if (kind === 'services') return paths.services;
  return `${kind === 'orders' ? paths.orderHistory : paths.faq}?q=${encodeURIComponent(query)}`;
}

/** Titles that begin with the query, then titles with its words, then the rest. */
function rankItems(found: readonly SearchItem[], query: string, fits: (text: string) => boolean): readonly SearchItem[] {
  const start = normalizeText(query.trim());
  const place = ({ title }: SearchItem) => {
    const text = normalizeText(title);
    return text.startsWith(start) ? 0 : fits(text) ? 1 : 2;
  };
  return [0, 1, 2].flatMap((wanted) => found.filter((item) => place(item) === wanted));
}
