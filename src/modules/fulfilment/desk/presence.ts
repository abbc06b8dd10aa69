// Publishes which operator has which piece open, across nodes. Windows repeat it every few seconds; it
// expires otherwise.

import type { Operator } from '#lib/people/operator.ts';
import type { AppContext } from '#platform/app-context.ts';
import { markChanged, ofDesk } from '#platform/live/changes.ts';
import * as queries from './queries-presence.ts';
import type { Here } from './shapes.ts';

/** Three times the interval of the heartbeat. */
const PRESENCE_TIMEOUT_MS = 45_000;

const getPresenceStart = ({ clock }: Pick<AppContext, 'clock'>): Date => new Date(clock.now().getTime() - PRESENCE_TIMEOUT_MS);

/** Publishes only changes, not every heartbeat. */
export async function recordHeartbeat(ctx: AppContext, by: Operator, pieceId: string | null): Promise<void> {
  const { orm } = ctx.db;
  const isNews =
    pieceId === null
      ? await queries.deletePresence(orm, by.id)
      : await queries.insertPresence(orm, { operatorId: by.id, pieceId, name: by.name, seenAt: ctx.clock.now() }, getPresenceStart(ctx));
  if (isNews) markChanged(orm, ofDesk, 'queue');
}

export const listPresent = (ctx: AppContext, pieceId?: string): Promise<Here> =>
  queries.readHere(ctx.db.orm, getPresenceStart(ctx), pieceId);
