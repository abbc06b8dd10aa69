// Credit notes by hand: an operator takes back a part of an invoice, and its client gets the document at
// once.

import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { issueCreditNotes } from '#modules/invoicing/issue.ts';
import { type BillingDocument, findCreditNote, getPaper, isReplaced } from '#modules/invoicing/queries.ts';
import { creditPurchase, listRefundable } from '#modules/orders/desk/credit.ts';
import type { AuditEntry } from '#modules/staff/actions.ts';
import { findOpenAmount } from '#modules/wallet/claims.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { SalesDeps } from './create-order.ts';

const messages = {
  notInvoice: /*i18n*/ { id: 'credit.notInvoice', message: 'Only an invoice that isn’t replaced by another one can be credited.' },
} as const satisfies Record<string, Message>;

type CreditRequest = { readonly act: string; readonly id: string; readonly amount: number };
type Created = { readonly entries: readonly AuditEntry[]; readonly answer: { readonly id: string; readonly number: string } };

async function findInvoice(from: DbClient, id: string): Promise<BillingDocument> {
  const found = await getPaper(from, id);
  if (!found) throw new UserError(404);
  if (found.kind !== 'invoice' || (await isReplaced(from, id))) throw new UserError(400, { '': [messages.notInvoice] });
  return found;
}

/** What can be credited of the invoice, and what of it is still owed. */
export async function findCreditable(
  from: DbClient,
  id: string,
): Promise<{ readonly currency: CurrencyNumber; readonly left: number; readonly open: number }> {
  const { subjectId, currency } = await findInvoice(from, id);
  const { left } = await listRefundable(from, subjectId);
  return { currency, left, open: await findOpenAmount(from, subjectId) };
}

export async function creditInvoice(deps: SalesDeps, tx: DbClient, by: Operator, { act, id, amount }: CreditRequest): Promise<Created> {
  const { subjectId: purchaseId } = await findInvoice(tx, id);
  const credited = await creditPurchase(deps, tx, by, { act, purchaseId, amount });
  const parts = (credited ?? []).map(({ part }) => part);
  await issueCreditNotes(deps.issuing, tx, parts);
  const note = await findCreditNote(tx, act);
  // The same id for another invoice.
  if (note?.subjectId !== purchaseId) throw new UserError(404);
  const { id: noteId, content } = note;
  return {
    entries: (credited ?? []).map((each) => ({ id: each.orderId, after: { number: content.number, amount: each.amount } })),
    answer: { id: noteId, number: content.number },
  };
}
