// Request and response shapes of the board and the calendar of the queue.
import * as z from 'zod/mini';
import { countDays } from '#lib/time/days.ts';
import { serviceShape } from '#modules/catalogue/shapes.ts';
import { dayShape, queueFilters, queueRowShape } from './shapes.ts';

export const boardRequestShape = z.object({ ...queueFilters, service: z.pipe(z.coerce.number(), serviceShape) });
export type BoardRequest = z.output<typeof boardRequestShape>;

/** Six weeks, as a month may need. */
const MAX_CALENDAR_DAYS = 42;
export const calendarRequestShape = z
  .object({ ...queueFilters, from: dayShape, to: dayShape })
  .check(z.refine(({ from, to }) => from <= to && countDays(from, to) <= MAX_CALENDAR_DAYS, { path: ['to'] }));
export type CalendarRequest = z.output<typeof calendarRequestShape>;

/** The first pieces of each stage of a service, the most urgent first. */
export const boardShape = z.array(z.object({ id: z.string(), total: z.int(), rows: z.array(queueRowShape) }));
export type Board = z.output<typeof boardShape>;

export const calendarShape = z.object({
  /** In the zone of the owner's calendar. */
  today: z.string(),
  days: z.array(
    z.object({
      day: z.string(),
      isBusinessDay: z.boolean(),
      total: z.int(),
      rows: z.array(queueRowShape),
      /** Who has a day off. */
      off: z.array(z.string()),
      /** How many pieces all can make that day; null: any number. */
      capacity: z.nullable(z.int()),
    }),
  ),
  /** Pieces without a date: their clocks are paused. */
  undated: z.int(),
});
export type PieceCalendar = z.output<typeof calendarShape>;

/** `from`: the stage that the operator saw, so that two who move a piece do not undo each other's. */
export const moveShape = z.object({ pieceId: z.uuid(), from: z.string(), to: z.string() });
export type MovePiece = z.output<typeof moveShape>;
