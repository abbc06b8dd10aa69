// Finds what happened since the last search. One process at a time: it holds the cursor until the commit.
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import * as queries from './queries.ts';

/**
 * Longer than a transaction takes, and than clocks differ: a row may be committed after later ones were
 * found.
 */
const OVERLAP_MS = 15 * 60_000;
/** Cheap enough for every second. What takes longer to commit is found a minute later. */
const SHORT_OVERLAP_MS = 15_000;
/** Searched at once; after a pause of the jobs, the hours follow one another. */
const WINDOW_MS = 3_600_000;
/** Of the past of a shop that had no events, so that automations can be tried. */
const BACKFILL_DAYS = 7;
const EVENT_DAYS = 90;
const DAY_MS = 86_400_000;

/** The day before which events are removed. */
export const getOldestEventTime = (now: Date): Date => new Date(now.getTime() - EVENT_DAYS * DAY_MS);

/** `overlapMs`: how far it looks back. */
export async function collectEvents({ db, clock, calendar }: AppContext, signal: AbortSignal, overlapMs = OVERLAP_MS): Promise<void> {
  const now = clock.now();
  for (let isNow = false; !isNow && !signal.aborted; )
    isNow = await transaction(db, async (tx) => {
      const searchedUntil = await queries.lockEventCursor(tx, new Date(now.getTime() - BACKFILL_DAYS * DAY_MS));
      const until = new Date(Math.min(now.getTime(), searchedUntil.getTime() + WINDOW_MS));
      await queries.storeEvents(tx, { since: new Date(searchedUntil.getTime() - overlapMs), until, zone: calendar().zone });
      await queries.moveEventCursor(tx, until);
      return until >= now;
    });
}

export const collectRecentEvents = (ctx: AppContext, signal: AbortSignal): Promise<void> => collectEvents(ctx, signal, SHORT_OVERLAP_MS);
