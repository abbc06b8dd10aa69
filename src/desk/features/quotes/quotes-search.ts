// Search parameters of the list of quotes, and their words.
import { type QuoteState, quoteStates } from '#modules/quotes/rules.ts';
import { deskListQuery } from '../../shared/api/queries.ts';
import { parseOneOf, parseText, searchValidator } from '../../shared/routing/search.ts';

export const stateLabels = {
  open: 'Open',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
} as const satisfies Record<QuoteState, string>;

export const quotesSearch = searchValidator({ state: parseOneOf(quoteStates), customerId: parseText, before: parseText });
type QuotesSearch = ReturnType<typeof quotesSearch>;

const PAGE_ROWS = 50;
export const quotesQuery = (search: QuotesSearch) => deskListQuery('GET /api/quotes', { ...search, limit: PAGE_ROWS });
