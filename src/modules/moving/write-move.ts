// Writes the rows of a move, in the transaction of its run.

import { normalizeEmail } from '#lib/people/email.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { insertImported } from '#modules/accounts/queries-imported.ts';
import { getTagSpellings, insertRecords, splitIntoChunks } from '#modules/clients/imports/queries.ts';
import { MAX_NOTE_CHARS, toTagKey } from '#modules/clients/rules.ts';
import { saveDetails } from '#modules/invoicing/queries-details.ts';
import { openOldTicket } from '#modules/support/threads.ts';
import { bringBalanceOver } from '#modules/wallet/bring-over.ts';
import type { DbClient } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import type { MoveRequest } from './deps.ts';
import { indexClients, type MovedClients, type ParsedMove } from './parse-files.ts';
import * as queries from './queries-in.ts';
import { splitNotes } from './rules.ts';
import { writeSubscriptions } from './subscriptions.ts';

type WriteOptions = {
  readonly id: string;
  readonly now: Date;
  /** PDFs by the line of their invoice. */
  readonly stored: ReadonlyMap<number, string>;
  /** Of clients who bring no password. */
  readonly passwordHash: string;
  /** Accounts that exist, by address. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly request: MoveRequest;
};

export async function writeMove(tx: DbClient, move: ParsedMove, options: WriteOptions): Promise<void> {
  const { id: runId, now, stored, request } = options;
  let written = 0;
  const progress = async (rows: number) => {
    written += rows;
    await request.onProgress?.(written);
  };
  const accounts = await writeClients(tx, move, options);
  await progress(move.clients.length);
  const base = ({ email }: { readonly email: string }, place: number) => ({
    ...{ id: newId(now, place), runId, accountId: accounts.get(normalizeEmail(email)) ?? '' },
  });
  for (const some of splitIntoChunks(move.orders)) {
    await queries.insertPastOrders(
      tx,
      some.map((row, place) => ({ ...row, ...base(row, place) })),
    );
    await progress(some.length);
  }
  for (const some of splitIntoChunks(move.invoices)) {
    const rows = some.map((row, place) => ({ ...row, ...base(row, place) }));
    await queries.insertPastInvoices(
      tx,
      rows.map((row) => ({ ...row, id: stored.get(row.line) ?? row.id })),
    );
    await progress(some.length);
  }
  const balances = move.balances.map((row, place) => ({ ...row, ...base(row, place), at: now }));
  await queries.insertBalances(tx, balances);
  for (const balance of balances) await bringBalanceOver(tx, balance);
  await progress(balances.length);
  const clients = indexClients(move);
  for (const row of move.tickets)
    await writeTicket(tx, clients, { ...row, runId, accountId: accounts.get(normalizeEmail(row.email)) ?? '' });
  await progress(move.tickets.length);
  await writeSubscriptions(tx, move, accounts, options);
  await progress(move.subscriptions.length);
}

/** All accounts of the move by address, with those that it creates. */
async function writeClients(tx: DbClient, { clients }: ParsedMove, { id: runId, now, passwordHash, accounts, request }: WriteOptions) {
  const all = new Map(accounts);
  const isNew = ({ email }: { readonly email: string }) => !accounts.has(normalizeEmail(email));
  const created = clients.filter(isNew);
  for (const some of splitIntoChunks(created)) {
    const rows = some.map(({ email, firstName, lastName, locale, country, city, address, zipCode, createdAt, passwordHash: brought }) => ({
      ...{ email, firstName, lastName, locale, country, city, address, zipCode },
      ...{ createdAt: createdAt ?? now, passwordHash: brought || passwordHash },
    }));
    for (const [key, id] of await insertImported(tx, rows, { passwordHash, now })) all.set(key, id);
  }
  const findId = ({ email }: { readonly email: string }) => all.get(normalizeEmail(email)) ?? '';
  await queries.insertMovedClients(
    tx,
    clients.map((row) => ({ accountId: findId(row), runId, isNew: isNew(row), stripeCustomerId: row.stripeCustomerId })),
  );
  for (const row of created) if (row.company || row.vatId) await saveDetails(tx, findId(row), { company: row.company, vatId: row.vatId });
  const spelling = await getTagSpellings(tx, [...new Set(created.flatMap(({ tags }) => tags.map(toTagKey)))]);
  const tags = created.flatMap((row) =>
    row.tags.map((tag) => ({ accountId: findId(row), tagKey: toTagKey(tag), tag: spelling.get(toTagKey(tag)) ?? tag })),
  );
  const notes = created.flatMap((row) =>
    splitNotes(row.notes, MAX_NOTE_CHARS).map((text, place) => ({
      ...{ id: newId(now, place), accountId: findId(row), operatorId: request.operatorId ?? NOBODY, text, createdAt: now, importId: runId },
    })),
  );
  await insertRecords(tx, { importId: runId, accountIds: [], notes, tags });
  return all;
}

/** The author of notes that the command has brought. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

type TicketRow = Omit<ParsedMove['tickets'][number], 'line'> & {
  readonly line: number;
  readonly runId: string;
  readonly accountId: string;
};

async function writeTicket(tx: DbClient, clients: MovedClients, { email, text, createdAt, status, runId, accountId }: TicketRow) {
  const client = clients.get(normalizeEmail(email));
  const name = client ? formatPersonName(client) : '';
  const ticket = { name, email, locale: client?.locale ?? 'en', message: text, accountId, createdAt, status };
  await queries.insertMovedTicket(tx, { number: await openOldTicket(tx, ticket), runId, accountId });
}
