// Groups open pieces by the day on which they are due. Pure.
import { addDays, listDays, startOfDay } from '#lib/time/days.ts';
import type { CachedPiece } from './open-pieces-cache.ts';

type DueDays = { readonly from: string; readonly to: string; readonly zone: string };

/** `pieces`: in the order of their dates, those without one last. */
export function groupByDay(pieces: readonly CachedPiece[], { from, to, zone }: DueDays) {
  const [first = 0, ...ends] = listDays(from, addDays(to, 1)).map((day) => startOfDay(day, zone).getTime());
  const days = listDays(from, to).map((day) => ({ day, pieces: [] as CachedPiece[] }));
  let [place, undated] = [0, 0];
  for (const piece of pieces) {
    const { due_at: dueAt } = piece.row;
    if (dueAt === null) undated++;
    else {
      while (dueAt >= (ends[place] ?? Number.POSITIVE_INFINITY)) place++;
      if (dueAt >= first) days[place]?.pieces.push(piece);
    }
  }
  return { days, undated };
}
