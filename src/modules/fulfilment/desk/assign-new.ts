// Assigns new pieces by the owner's rules. A piece without a suitable operator stays unassigned and is looked
// at again; one that was returned to the queue is not assigned again by itself.
import type { Operator } from '#lib/people/operator.ts';
import { findWork } from '#modules/orders/pieces/queries-work.ts';
import { listOperators, lockColleague } from '#modules/staff/actions.ts';
import { mayDo } from '#modules/staff/shapes-roles.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { listProgramOffers } from '../automatic-offers.ts';
import type { FulfilmentDeps } from '../deps.ts';
import * as queries from '../people/queries.ts';
import { choosePerson, type Person } from '../people/rules.ts';
import { findStop, PROGRAM } from '../rules.ts';
import { assignPieces } from './assign.ts';

const BATCH_PIECES = 200;
const ASSIGNER: Operator = { id: PROGRAM, name: 'Assignment' };

export async function assignNewPieces(deps: FulfilmentDeps, signal: AbortSignal): Promise<void> {
  const { ctx } = deps;
  if (!(await queries.hasAssignment(ctx.db.orm))) return;
  const programs = listProgramOffers(deps, 'anything');
  for (const pieceId of await queries.listUnassigned(ctx.db.orm, { now: ctx.clock.now(), programs, limit: BATCH_PIECES })) {
    if (signal.aborted) return;
    await transaction(ctx.db, (tx) => assignNewPiece(deps, tx, pieceId));
  }
}

/**
 * The person is locked before the piece, as when operators assign; the piece is read again under its lock.
 */
async function assignNewPiece(deps: FulfilmentDeps, tx: DbClient, pieceId: string): Promise<void> {
  const { ctx } = deps;
  await queries.lockAssignment(tx);
  const now = ctx.clock.now();
  const work = await findWork(tx, pieceId);
  if (!work || work.piece.makerId !== null || !work.piece.dueAt || findStop(work, now)) return;
  const { serviceType, language, dueAt } = work.piece;
  const ownMaker = await queries.findCustomerMaker(tx, work.order.accountId);
  const person = choosePerson(await listPeople(tx), { serviceType, language, dueAt, ownMaker }, { now, calendar: ctx.calendar() });
  const found = person && (await lockColleague(tx, person.id));
  if (found) await assignPieces(deps, tx, ASSIGNER, { pieceIds: [pieceId], to: { id: found.id, name: found.name }, isNew: true });
}

async function listPeople(tx: DbClient): Promise<Person[]> {
  const [operators, works, assigned] = [await listOperators(tx), await queries.listOperatorWork(tx), await queries.listAssigned(tx)];
  return operators.flatMap((operator) => {
    const { id, joinedAt, endedAt } = operator;
    if (!joinedAt || endedAt || !mayDo(operator, 'queue.work')) return [];
    const work = works.find(({ operatorId }) => operatorId === id);
    const rules = work ?? { isAssigned: false, services: null, languages: null, perDay: null, daysOff: [] };
    return [{ ...rules, id, due: assigned.flatMap(({ makerId, dueAt }) => (makerId === id ? [dueAt] : [])) }];
  });
}
