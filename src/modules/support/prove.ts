// Confirms a ticket's address, by a mailed link, a reply address or an authenticated mail.

import { findAccountByConfirmedEmail } from '#modules/accounts/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { setTicket, type TicketRow } from './queries.ts';
import { isUnproven } from './statuses.ts';

/**
 * Moves the ticket into the account that owns the address, if there is one. The caller holds the ticket's
 * lock.
 */
export async function proveTicketAddress(tx: DbClient, ticket: TicketRow, by: 'mailedLink' | 'mailProven'): Promise<TicketRow> {
  if (ticket.email === '' || (ticket.accountId && !isUnproven(ticket.knownBy))) return ticket;
  const proven: TicketRow = {
    ...ticket,
    accountId: ticket.accountId ?? (await findAccountByConfirmedEmail(tx, ticket.email)) ?? null,
    knownBy: isUnproven(ticket.knownBy) ? by : ticket.knownBy,
  };
  await setTicket(tx, proven, { accountId: proven.accountId, knownBy: proven.knownBy });
  return proven;
}

/** True if the address has an account and the ticket is not in it: the account's owner may confirm it. */
export const mayConfirmAddress = async (queries: DbClient, { accountId, email }: TicketRow): Promise<boolean> =>
  accountId === null && email !== '' && (await findAccountByConfirmedEmail(queries, email)) !== undefined;
