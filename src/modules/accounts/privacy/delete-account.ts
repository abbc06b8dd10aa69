// Account deletion: requested by the owner, cancellable for seven days, then erased by a job.

import { normalizeEmail } from '#lib/people/email.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { forgetMailsTo, postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { createWrongPasswordError } from '#platform/identity/errors.ts';
import { verifyOwner } from '#platform/identity/step-up.ts';
import { forEachRow } from '#platform/jobs/each-row.ts';
import { takePoints } from '#platform/limits/limits.ts';
import type { AccountsDeps } from '../deps.ts';
import type { AccountEvents, AccountOwner } from '../events.ts';
import { toHolder } from '../identity.ts';
import * as queries from '../queries-privacy.ts';
import { getErasureTime, getGreetingName, getOldestExportTime } from '../rules.ts';
import type { ClosedAccount, Closing } from '../shapes.ts';
import { dropTeams } from '../team/queries.ts';
import { findTeamClosingBlock } from '../team/team.ts';

/** A second request keeps the first date. */
export async function requestDeletion(
  { ctx, identity, reactions }: AccountsDeps,
  caller: Caller,
  currentPassword: string | undefined,
): Promise<ClosedAccount> {
  const { id, passwordHash } = await verifyOwner(identity, toHolder(caller), currentPassword);
  await takePoints(ctx, [{ limit: 'deletion.account', of: id }]);
  const eraseAt = await transaction(ctx.db, async (tx) => {
    const leaver = await queries.lockByPassword(tx, id, passwordHash);
    if (!leaver) throw createWrongPasswordError();
    if (leaver.eraseAt) return leaver.eraseAt;
    const reasons = await openReasons(reactions, tx, toOwner(leaver));
    if (reasons.length > 0) throw new UserError(400, { '': reasons });
    for (const react of reactions['accounts.leaving']) await react(tx, toOwner(leaver));
    const moment = getErasureTime(ctx.clock.now());
    await queries.setEraseAt(tx, id, moment);
    const values = { name: getGreetingName(leaver), until: moment.toISOString() };
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

/** Deletes expired exports and erases due accounts, each in its own transaction. */
export async function eraseDueAccounts(ctx: AppContext, reactions: AccountEvents, signal: AbortSignal): Promise<void> {
  const { db, clock } = ctx;
  await queries.forgetExports(db.orm, getOldestExportTime(clock.now()));
  await forEachRow(ctx, signal, 'accounts.erase', [
    { due: (limit) => queries.listDueErasures(db.orm, clock.now(), limit), handle: (tx, { id }) => eraseAccount(ctx, reactions, tx, id) },
  ]);
}

/** If something is still open, the account stays and is checked again in an hour. */
async function eraseAccount(ctx: AppContext, reactions: AccountEvents, tx: DbClient, accountId: string): Promise<void> {
  const now = ctx.clock.now();
  const leaver = await queries.lockDueErasure(tx, accountId, now);
  if (!leaver) return;
  const whose = toOwner(leaver);
  if ((await openReasons(reactions, tx, whose)).length > 0) {
    ctx.log.info({ accountId }, 'account.erasure.postponed');
    return;
  }
  for (const react of reactions['accounts.erased']) await react(tx, whose);
  await dropTeams(tx, leaver.id, normalizeEmail(leaver.email));
  await queries.eraseAccountRow(tx, leaver, now);
  // Last, because the handlers above may still post mails.
  await forgetMailsTo(tx, leaver.email);
  await postMail(ctx, tx, { to: leaver.email, locale: leaver.locale, mail: 'deletion-done', values: { name: getGreetingName(leaver) } });
}

async function openReasons(reactions: AccountEvents, tx: DbClient, whose: AccountOwner): Promise<Message[]> {
  const reasons: Message[] = [];
  for (const ask of [findTeamClosingBlock, ...reactions['accounts.closing']]) {
    const why = await ask(tx, whose);
    if (why) reasons.push(why);
  }
  return reasons;
}

const toOwner = ({ id, email }: queries.Leaver): AccountOwner => ({ accountId: id, email });
