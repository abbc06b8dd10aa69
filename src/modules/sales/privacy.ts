// What operators recorded about a client, in an account's export and when it is erased.
import type { AccountOwner } from '#modules/accounts/events.ts';
import { dropLinks } from '#modules/links/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { agreementsOfAccount, dropAgreements } from './queries.ts';
import { remindersOfAccount } from './queries-reminders.ts';

export const exportAgreements = (from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> =>
  agreementsOfAccount(from, accountId);

export const exportReminders = (from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> =>
  remindersOfAccount(from, accountId);

/** Nobody opens a page about an erased client. */
export async function eraseSales(tx: DbClient, { accountId }: AccountOwner): Promise<void> {
  await dropLinks(tx, accountId);
  await dropAgreements(tx, accountId);
}
