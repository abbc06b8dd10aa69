// Until when a list of orders stays as it is if nothing is written. Pure.
import { unreachableAt } from '../../payments/rules.ts';
import type { ListedOrder } from './queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A piece that a program should have made is given the usual date then, counted from its start, which is whole hours before `dueAt`. */
const INSTANT_FOR_MS = 10 * MINUTE_MS;

/** `others`: further moments at which something shown begins or ends. */
export function unchangedUntil(rows: readonly ListedOrder[], now: Date, others: readonly (Date | null)[] = []): Date {
  const from = now.getTime();
  let until = from + HOUR_MS;
  for (const moment of [...rows.flatMap(momentsOf), ...others]) {
    if (moment !== null) until = Math.min(until, nextHourOf(moment.valueOf(), from));
  }
  return new Date(until);
}

/** Dates move in whole hours from these, or change at one of them. */
function momentsOf({ created_at, may_begin_at, link_expires_at, silent_since, open_pieces }: ListedOrder): (Date | number | null)[] {
  const ofPieces = (open_pieces ?? []).flatMap(([, , mayBeginAt, dueAt, waitsSince, , heldSince]) => [
    mayBeginAt,
    dueAt,
    dueAt === null ? null : dueAt + INSTANT_FOR_MS,
    waitsSince,
    heldSince,
  ]);
  return [created_at, may_begin_at, link_expires_at, silent_since && unreachableAt(silent_since), ...ofPieces];
}

/** The first moment after `from` that is whole hours from this one, in whichever direction. */
const nextHourOf = (moment: number, from: number): number => from + HOUR_MS - ((((from - moment) % HOUR_MS) + HOUR_MS) % HOUR_MS);
