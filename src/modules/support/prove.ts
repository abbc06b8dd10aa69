// The address of a ticket is proven when somebody uses what we mailed to it, or writes from there by a mail whose sender is proven.
import type { DbClient } from '../../infra/database/database.ts';
import { findAccountByConfirmedEmail } from '../accounts/actions.ts';
import { setTicket, type TicketRow } from './queries.ts';
import { isUnproven } from './statuses.ts';

/** From now on the ticket belongs to the account that has confirmed the address, if there is one. The ticket is locked by whoever calls. */
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

/** The address has an account, and the ticket is not in it: its owner may say whether they wrote it. */
export const awaitsProof = async (queries: DbClient, { accountId, email }: TicketRow): Promise<boolean> =>
  accountId === null && email !== '' && (await findAccountByConfirmedEmail(queries, email)) !== undefined;
