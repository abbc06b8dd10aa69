// Reads a bank statement and settles the claims whose reference or invoice number a payer has written. What
// it cannot match is listed until an operator settles it by hand. Reading the same statement again changes
// nothing.

import { type BankEntry, removeSpaces } from '#lib/bank/entries.ts';
import { findRfReferences } from '#lib/bank/references.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findInvoice } from '#modules/invoicing/queries.ts';
import { openAmount, type Settled, settleClaim } from '#modules/wallet/claims.ts';
import { type Claim, insertEntry, listClaimsByReference, lockClaim, lockEntry, setEntry } from '#modules/wallet/queries-claims.ts';
import type { UnmatchedReason } from '#modules/wallet/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import type { ImportedStatement } from './shapes.ts';

const messages = {
  settled: /*i18n*/ { id: 'statement.settled', message: 'This entry is settled already.' },
} as const satisfies Record<string, Message>;

export async function importStatement(
  ctx: AppContext,
  tx: DbClient,
  by: Operator,
  entries: readonly BankEntry[],
): Promise<ImportedStatement> {
  const result: Writable = { matched: [], unmatched: [], known: 0 };
  const claims = await findClaims(tx, entries);
  for (const entry of entries) await importEntry(ctx, tx, by, { entry, claims, result });
  return result;
}

type Writable = { matched: ImportedStatement['matched'][number][]; unmatched: ImportedStatement['unmatched'][number][]; known: number };

/** By reference. */
async function findClaims(tx: DbClient, entries: readonly BankEntry[]): Promise<ReadonlyMap<string, Claim>> {
  const references = [...new Set(entries.flatMap(listReferences))];
  return new Map((await listClaimsByReference(tx, references)).map((claim) => [claim.reference, claim]));
}

const listReferences = ({ reference, text }: BankEntry): string[] =>
  [removeSpaces(reference), ...findRfReferences(text)].filter((each) => each !== '');

type Importing = { readonly entry: BankEntry; readonly claims: ReadonlyMap<string, Claim>; readonly result: Writable };

async function importEntry(ctx: AppContext, tx: DbClient, by: Operator, { entry, claims, result }: Importing): Promise<void> {
  const { key, bookedOn, amount, currency, reference, name, iban, direction } = entry;
  const id = newId(ctx.clock.now());
  const claim = listReferences(entry).flatMap((each) => claims.get(each) ?? [])[0];
  const unmatched = await findReason(tx, entry, claim);
  const signed = direction === 'debit' ? -amount : amount;
  const text = reference || entry.text;
  const row = {
    id,
    key,
    bookedOn,
    amount: signed,
    currency,
    reference: text,
    payer: name,
    iban,
    operatorId: by.id,
    importedAt: ctx.clock.now(),
  };
  if (!(await insertEntry(tx, { ...row, unmatched: unmatched ?? null }))) {
    result.known++;
    return;
  }
  if (unmatched || !claim) {
    result.unmatched.push({ reference: text, amount: signed, currency, why: unmatched ?? 'unknown' });
    return;
  }
  const settled = await settleWith(ctx, tx, by, { id, amount, purchaseId: claim.purchaseId });
  const invoice = await findInvoice(tx, claim.purchaseId);
  result.matched.push({ invoiceId: invoice?.id ?? claim.purchaseId, amount: settled.settled });
  if (settled.overpaid > 0) result.unmatched.push({ reference: text, amount: settled.overpaid, currency, why: 'overpaid' });
}

async function findReason(
  tx: DbClient,
  { direction, currency }: BankEntry,
  claim: Claim | undefined,
): Promise<UnmatchedReason | undefined> {
  if (direction === 'debit') return 'debit';
  if (!claim) return 'unknown';
  if (claim.currency !== currency) return 'currency';
  const locked = await lockClaim(tx, claim.purchaseId);
  return locked && openAmount(locked) > 0 ? undefined : 'closed';
}

/** An entry that matched nothing, settled by an operator's choice. */
export async function settleEntry(
  ctx: AppContext,
  tx: DbClient,
  by: Operator,
  { entryId, purchaseId }: { entryId: string; purchaseId: string },
) {
  const entry = await lockEntry(tx, entryId);
  if (!entry) throw new UserError(404);
  if (entry.settlementId || entry.amount <= 0) throw new UserError(400, { '': [messages.settled] });
  return settleWith(ctx, tx, by, { id: entryId, amount: entry.amount, purchaseId });
}

type EntryToSettle = { readonly id: string; readonly amount: number; readonly purchaseId: string };

async function settleWith(ctx: AppContext, tx: DbClient, by: Operator, { id, amount, purchaseId }: EntryToSettle): Promise<Settled> {
  const settled = await settleClaim(ctx, tx, by, { purchaseId, amount, paidBy: 'bank' });
  await setEntry(tx, id, { settlementId: settled.id, unmatched: settled.overpaid > 0 ? 'overpaid' : null });
  return settled;
}
