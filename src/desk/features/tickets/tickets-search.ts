// Search parameters of the ticket list.
import { keepPreviousData } from '@tanstack/react-query';
import { deskPagesQuery } from '../../shared/api/queries.ts';
import { parseOneOf, parseText, searchValidator } from '../../shared/routing/search.ts';
import { ticketStatusLabels } from '../../shared/values/words.ts';

export const ticketStatusFilters = Object.keys(ticketStatusLabels) as (keyof typeof ticketStatusLabels)[];

export const ticketsSearch = searchValidator({
  status: parseOneOf([...ticketStatusFilters, 'all' as const]),
  assigned: parseText,
  search: parseText,
});
type TicketsSearch = ReturnType<typeof ticketsSearch>;

/** Open ones unless the address says otherwise; a search looks through all of them. */
export const ticketsQuery = ({ status = 'open', assigned, search }: TicketsSearch) => ({
  ...deskPagesQuery('GET /api/tickets', { status: search || status === 'all' ? undefined : status, assigned, search }, ({ next }) =>
    next ? { after: next } : undefined,
  ),
  placeholderData: keepPreviousData,
});
