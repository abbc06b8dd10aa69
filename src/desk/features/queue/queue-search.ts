// Search parameters of the queue.

import { openClockStates, workStates } from '#modules/fulfilment/desk/shapes-states.ts';
import type { DeskSent } from '../../../desk-api.ts';
import { deskListQuery } from '../../shared/api/queries.ts';
import { parseDay, parseOneOf, parseText, searchValidator } from '../../shared/routing/search.ts';

const filters = {
  service: parseText,
  language: parseText,
  maker: parseText,
  state: parseOneOf(workStates),
  clock: parseOneOf(openClockStates),
  search: parseText,
};
export const queueSearch = searchValidator({ ...filters, stage: parseText, dueOn: parseDay });
export type QueueSearch = ReturnType<typeof queueSearch>;
export const boardSearch = searchValidator(filters);
export type BoardSearch = ReturnType<typeof boardSearch>;
/** `month`: a day of it; absent: this month. */
export const calendarSearch = searchValidator({ ...filters, month: parseDay });

/** Rows per response of the server. */
const MAX_ROWS = 160;

export const queueQuery = (search: QueueSearch, from: number) =>
  deskListQuery('GET /api/queue', { ...search, from, limit: MAX_ROWS } as NonNullable<DeskSent<'GET /api/queue'>>);

export const boardQuery = (search: BoardSearch, service: number) =>
  deskListQuery('GET /api/queue/board', { ...search, service } as NonNullable<DeskSent<'GET /api/queue/board'>>);

export const calendarQuery = (search: BoardSearch, from: string, to: string) =>
  deskListQuery('GET /api/queue/calendar', { ...search, from, to } as NonNullable<DeskSent<'GET /api/queue/calendar'>>);
