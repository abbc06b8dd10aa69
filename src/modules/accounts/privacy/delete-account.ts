// Closing an account: its owner asks, has seven days to think again, and then nothing of them is left but what the books need.

import type { AppContext } from '../../../infra/app-context.ts';
import { type DbClient, transaction } from '../../../infra/database/database.ts';
import type { Caller } from '../../../infra/http/api-routes.ts';
import { forEachRow } from '../../../infra/jobs/each-row.ts';
import { takePoints } from '../../../infra/limits/limits.ts';
import { type Message, UserError } from '../../../lib/user-error.ts';
import { forgetMailsTo, postMail } from '../../mail/actions.ts';
import type { AccountsDeps } from '../deps.ts';
import type { AccountEvents, AccountOwner } from '../events.ts';
import { shownMoment } from '../mails.ts';
import { notCurrent, verifyOwner } from '../password/confirm-password.ts';
import { eraseMoment, oldestExport } from '../rules.ts';
import type { Closed, Closing } from '../shapes.ts';
import * as queries from './queries.ts';

/** Asked once more, it stays as it was asked first. */
export async function requestDeletion(
  { ctx, reactions }: AccountsDeps,
  caller: Caller,
  currentPassword: string | undefined,
): Promise<Closed> {
  const { id, passwordHash } = await verifyOwner({ ctx }, caller, currentPassword);
  await takePoints(ctx, [{ limit: 'deletion.account', of: id }]);
  const eraseAt = await transaction(ctx.db, async (tx) => {
    const leaver = await queries.lockByPassword(tx, id, passwordHash);
    if (!leaver) throw notCurrent();
    if (leaver.eraseAt) return leaver.eraseAt;
    const open = await standingOpen(reactions, tx, whoseOf(leaver));
    if (open.length > 0) throw new UserError(400, { '': open });
    for (const react of reactions['accounts.leaving']) await react(tx, whoseOf(leaver));
    const moment = eraseMoment(ctx.clock.now());
    await queries.setEraseAt(tx, id, moment);
    const values = { name: leaver.firstName, until: shownMoment(moment) };
    await postMail(ctx, tx, { to: leaver.email, locale: leaver.locale, mail: 'deletion-asked', values });
    return moment;
  });
  return { eraseAt: eraseAt.toISOString() };
}

export async function cancelDeletion({ ctx }: AccountsDeps, { accountId }: Caller): Promise<void> {
  if (!(await queries.clearEraseAt(ctx.db.orm, accountId))) throw new UserError(401);
}

export async function readDeletionStatus({ ctx }: AccountsDeps, { accountId }: Caller): Promise<Closing> {
  const eraseAt = await queries.findEraseAt(ctx.db.orm, accountId);
  return { eraseAt: eraseAt?.toISOString() ?? null };
}

/** All that is over: files that were not fetched, and accounts, each in a transaction of its own, so that none waits for another's trouble. */
export async function eraseDue(ctx: AppContext, reactions: AccountEvents, signal: AbortSignal): Promise<void> {
  const { db, clock } = ctx;
  await queries.forgetExports(db.orm, oldestExport(clock.now()));
  await forEachRow(ctx, signal, 'accounts.erase', [
    { due: (limit) => queries.listDue(db.orm, clock.now(), limit), handle: (tx, { id }) => erase(ctx, reactions, tx, id) },
  ]);
}

/** What stands open meanwhile keeps the account: it is looked at again with the next hour. */
async function erase(ctx: AppContext, reactions: AccountEvents, tx: DbClient, accountId: string): Promise<void> {
  const now = ctx.clock.now();
  const leaver = await queries.lockDue(tx, accountId, now);
  if (!leaver) return;
  const whose = whoseOf(leaver);
  if ((await standingOpen(reactions, tx, whose)).length > 0) {
    ctx.log.info({ accountId }, 'an account is not erased yet: something stands open');
    return;
  }
  for (const react of reactions['accounts.erased']) await react(tx, whose);
  await queries.blankAccount(tx, leaver, now);
  // After everything that could still post one.
  await forgetMailsTo(tx, leaver.email);
  await postMail(ctx, tx, { to: leaver.email, locale: leaver.locale, mail: 'deletion-done', values: { name: leaver.firstName } });
}

async function standingOpen(reactions: AccountEvents, tx: DbClient, whose: AccountOwner): Promise<Message[]> {
  const open: Message[] = [];
  for (const ask of reactions['accounts.closing']) {
    const why = await ask(tx, whose);
    if (why) open.push(why);
  }
  return open;
}

const whoseOf = ({ id, email }: queries.Leaver): AccountOwner => ({ accountId: id, email });
