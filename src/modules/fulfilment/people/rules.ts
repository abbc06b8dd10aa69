// Whom a new piece fits: by service, language, days off, capacity until its due date, and load. Pure.
import { type Calendar, isBusinessDay } from '#lib/time/calendar.ts';
import { getDayIn, listDays } from '#lib/time/days.ts';
import type { OperatorWork, OwnWork } from './shapes.ts';

/** `due`: the due dates of what is assigned to them; null while a clock is paused. */
export type Person = Omit<OperatorWork, 'operatorId'> & { readonly id: string; readonly due: readonly (Date | null)[] };

export type NewPiece = {
  readonly serviceType: number;
  readonly language: string | null;
  readonly dueAt: Date;
  /** The customer's own maker. */
  readonly ownMaker: string | undefined;
};

type Moment = { readonly now: Date; readonly calendar: Calendar };

/**
 * The customer's own maker if there is room, whatever the piece; otherwise the fitting person with the least
 * work.
 */
export function choosePerson(people: readonly Person[], piece: NewPiece, moment: Moment): Person | undefined {
  const free = people.filter((person) => hasRoom(person, piece.dueAt, moment));
  const fitting = free.filter((person) => person.isAssigned && canTake(person, piece));
  return free.find(({ id }) => id === piece.ownMaker) ?? fitting.toSorted(compareLoad)[0];
}

const compareLoad = (a: Person, b: Person): number => a.due.length - b.due.length || (a.id < b.id ? -1 : 1);

const canTake = ({ services, languages }: Person, { serviceType, language }: NewPiece): boolean =>
  (services === null || services.includes(serviceType as never)) && (languages === null || languages.includes((language ?? 'en') as never));

/**
 * Whether what is assigned to them and due by then, and all that is due later, can still be done with one
 * more.
 */
function hasRoom(person: Person, dueAt: Date, moment: Moment): boolean {
  const dates = person.due.flatMap((date) => date ?? []);
  const count = (until: Date): number => dates.filter((date) => date <= until).length + 1;
  return [dueAt, ...dates.filter((date) => date > dueAt)].every((until) => count(until) <= countCapacity(person, until, moment));
}

/** What they can make from today until this date, on business days that they work. */
function countCapacity({ perDay, daysOff }: OwnWork, until: Date, { now, calendar }: Moment): number {
  const [from, to] = [getDayIn(calendar.zone, now), getDayIn(calendar.zone, until)];
  const days = listDays(from, to < from ? from : to).filter((day) => isBusinessDay(calendar, day) && !isOff(daysOff, day));
  return days.length === 0 ? 0 : perDay === null ? Number.POSITIVE_INFINITY : days.length * perDay;
}

export const isOff = (daysOff: OwnWork['daysOff'], day: string): boolean => daysOff.some(({ from, until }) => from <= day && day <= until);

/** The last day off of somebody who is away today or on the due day. */
export const findAway = (daysOff: OwnWork['daysOff'], days: readonly string[]): string | null =>
  daysOff.find(({ from, until }) => days.some((day) => from <= day && day <= until))?.until ?? null;
