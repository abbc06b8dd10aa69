// Search parameters of the customer list.
import { keepPreviousData } from '@tanstack/react-query';
import { deskPagesQuery } from '../../shared/api/queries.ts';
import { searchValidator, text } from '../../shared/routing/search.ts';

export const customersSearch = searchValidator({ q: text });

/** As many as the server sends at once. */
export const PAGE_ROWS = 50;

/** The whole list page by page; of a search, the best matches only. */
export const customersQuery = ({ q }: ReturnType<typeof customersSearch>) => ({
  ...deskPagesQuery('GET /api/customers', { q }, (rows) => (q || rows.length < PAGE_ROWS ? undefined : { before: rows.at(-1)?.id })),
  placeholderData: keepPreviousData,
});
