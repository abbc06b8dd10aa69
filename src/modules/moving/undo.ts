// Undoes a move, all or nothing: its history goes, its balances are taken back by counter-entries, and
// clients who have done nothing since are removed. It is refused once a balance was spent.
import { deleteImported, lockImported } from '#modules/accounts/queries-imported.ts';
import { eraseAccountRow } from '#modules/accounts/queries-privacy.ts';
import { deleteRecords } from '#modules/clients/imports/queries.ts';
import { takeBroughtBack } from '#modules/wallet/bring-over.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import type { MoveResult } from './deps.ts';
import { lockMoves } from './queries-in.ts';
import * as queries from './queries-undo.ts';
import { createFindings, createMoveError, type Findings, type MoveCounts } from './rules.ts';

class RolledBack extends Error {}

export async function undoMove(ctx: AppContext, id: string, { dryRun }: { readonly dryRun: boolean }): Promise<MoveResult> {
  let result: MoveResult = { id, dryRun, counts: {}, ...createFindings() };
  await transaction(ctx.db, async (tx) => {
    result = await undoInTransaction(ctx, tx, id, dryRun);
    if (dryRun || result.errors.length > 0) throw new RolledBack();
  }).catch((cause: unknown) => {
    if (!(cause instanceof RolledBack)) throw cause;
  });
  return result;
}

/** The caller rolls back if there are errors. `counts`: what was removed. */
export async function undoInTransaction(ctx: AppContext, tx: DbClient, id: string, dryRun = false): Promise<MoveResult> {
  const findings = createFindings();
  const refuse = (error: string): MoveResult => {
    findings.errors.push(createMoveError(error));
    return { id, dryRun, counts: {}, ...findings };
  };
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return refuse('There is no such move.');
  if (!(await lockMoves(tx))) return refuse('Another move goes on. Try again when it is done.');
  const run = await queries.lockRun(tx, id);
  if (run?.state === 'undone') return refuse('This move is undone already.');
  if (run?.state !== 'done') return refuse('There is no such move.');
  const now = ctx.clock.now();
  const balances = await takeBalancesBack(tx, id, now, findings);
  const { orders, invoices, files } = await queries.deleteHistory(tx, id);
  for (const file of files) await enqueue(tx, 'files.remove', { id: file });
  const subscriptions = await queries.deleteUnusedSubscriptions(tx, id);
  const tickets = await queries.deleteUnusedTickets(tx, id);
  const clients = await removeClients(tx, id, now, findings);
  const counts: MoveCounts = { clients, orders, invoices, balances, subscriptions, tickets };
  await queries.setRun(tx, id, { state: 'undone', undoneAt: now });
  return { id, dryRun, counts, ...findings };
}

async function takeBalancesBack(tx: DbClient, runId: string, at: Date, { errors }: Findings): Promise<number> {
  const balances = await queries.findBalances(tx, runId);
  for (const { balance, email } of balances)
    if (!(await takeBroughtBack(tx, { ...balance, at })))
      errors.push({ file: 'balances.csv', line: 0, field: 'cash', error: `${email} has spent from this balance, so the move stays.` });
  await queries.setBalancesUndone(tx, runId, at);
  return balances.length;
}

async function removeClients(tx: DbClient, runId: string, now: Date, { warnings }: Findings): Promise<number> {
  const accounts = await lockImported(tx, await queries.findNewClients(tx, runId));
  const reasons = await queries.findReasonsToStay(
    tx,
    accounts.map(({ id }) => id),
    runId,
  );
  const unused = accounts.filter(({ id, email, isUsed }) => {
    const reason = reasons.get(id) ?? (isUsed ? 'has confirmed their address' : undefined);
    if (reason) warnings.push({ file: 'clients.csv', line: 0, field: 'email', warning: `${email} stays: the customer ${reason}.` });
    return !reason;
  });
  const ids = unused.map(({ id }) => id);
  await deleteRecords(tx, ids);
  await queries.deleteMovedClients(tx, ids);
  const booked = await queries.findBooked(tx, ids);
  for (const account of unused) if (booked.has(account.id)) await eraseAccountRow(tx, account, now);
  await deleteImported(
    tx,
    ids.filter((id) => !booked.has(id)),
  );
  return unused.length;
}
