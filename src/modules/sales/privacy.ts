// What operators recorded about a client, in an account's export and when it is erased.
import type { AccountOwner } from '#modules/accounts/events.ts';
import { dropLinks } from '#modules/links/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { dropAgreements, listAccountAgreements } from './queries.ts';
import { listAccountReminders } from './queries-reminders.ts';

export const exportAgreements = (from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> =>
  listAccountAgreements(from, accountId);

export const exportReminders = (from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> =>
  listAccountReminders(from, accountId);

/** Nobody opens a page about an erased client. */
export async function eraseSales(tx: DbClient, { accountId }: AccountOwner): Promise<void> {
  await dropLinks(tx, accountId);
  await dropAgreements(tx, accountId);
}
