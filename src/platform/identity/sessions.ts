// Lists and ends sessions. How a session begins and goes on is its module's: customers have tokens that are
// refreshed, operators a cookie.
import { UserError } from '#lib/user-error.ts';
import type { DbClient } from '../database/database.ts';
import type { Identity } from './identity.ts';
import * as queries from './queries.ts';

/** Enough to review by eye. */
const SESSIONS_SHOWN = 100;

/** Last used first. */
export const listSessions = ({ ctx, tables }: Identity, personId: string): Promise<queries.SessionRow[]> =>
  queries.findSessions(ctx.db.orm, tables, personId, { now: ctx.clock.now(), limit: SESSIONS_SHOWN });

export async function endSession(identity: Identity, tx: DbClient, personId: string, id: string): Promise<void> {
  if ((await identity.endSessions(tx, personId, 'elsewhere', { only: id })) === 0) throw new UserError(404);
}
