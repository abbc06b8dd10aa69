// Search parameters of the queue.

import { openClockStates, workStates } from '#modules/fulfilment/desk/shapes-states.ts';
import type { DeskSent } from '../../../desk-api.ts';
import { deskListQuery } from '../../shared/api/queries.ts';
import { parseOneOf, searchValidator, text } from '../../shared/routing/search.ts';

export const queueSearch = searchValidator({
  service: text,
  language: text,
  maker: text,
  state: parseOneOf(workStates),
  clock: parseOneOf(openClockStates),
  search: text,
});
export type QueueSearch = ReturnType<typeof queueSearch>;

/** Rows per response of the server. */
const MAX_ROWS = 160;

export const queueQuery = (search: QueueSearch, from: number) =>
  deskListQuery('GET /api/queue', { ...search, from, limit: MAX_ROWS } as NonNullable<DeskSent<'GET /api/queue'>>);
