// Corrects the buyer on an issued invoice: a credit note takes the whole document back, and another invoice
// with the same lines and sums follows, for the buyer as it should be. No money moves, so it is possible as
// long as nothing of the document is credited, and only where the VAT stays as it is.
import type { Billing } from '#lib/money/billing.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findPurchase } from '#modules/orders/queries.ts';
import { isUninvoicedPurchase } from '#modules/orders/queries-invoices.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import { findTreatment } from './compose.ts';
import type { InvoiceDetails, PaperContent } from './contents.ts';
import { createRestCause, type InvoicingDeps, issuePaper } from './issue.ts';
import * as queries from './queries.ts';
import { CORRECTION_DAYS, getYear, toParts } from './rules.ts';

const messages = {
  notInvoice: /*i18n*/ { id: 'correct.notInvoice', message: 'Only an invoice that isn’t credited or replaced can be corrected.' },
  same: /*i18n*/ { id: 'correct.same', message: 'Nothing is different on the invoice.' },
  vat: /*i18n*/ { id: 'correct.vat', message: 'With this VAT ID the invoice would have other VAT. Write to us, and we’ll sort it out.' },
  often: /*i18n*/ { id: 'correct.often', message: 'This invoice was corrected often already. Write to us.' },
  late: /*i18n*/ { id: 'correct.late', message: 'This invoice is too old to be corrected here. Write to us.' },
  corrected: /*i18n*/ { id: 'correct.line', message: 'Correction of the buyer; replaced by another invoice' },
} as const satisfies Record<string, Message>;

/** The country stays: it decides the VAT. */
export type Correction = Pick<Billing, 'firstName' | 'lastName' | 'address' | 'zipCode' | 'city'> & Required<InvoiceDetails>;
type Corrected = { readonly credit: queries.BillingDocument; readonly invoice: queries.BillingDocument };

const MAX_CORRECTIONS = 5;
const DAY_MS = 86_400_000;

/** `accountId`: of the customer who corrects; absent for an operator, who may do so at any time. */
export async function correctInvoiceBuyer(
  deps: InvoicingDeps,
  tx: DbClient,
  { id, accountId, correction }: { readonly id: string; readonly accountId?: string; readonly correction: Correction },
): Promise<Corrected> {
  const { ctx } = deps;
  // Corrections and credit notes of one document follow one another.
  await queries.lockSeries(tx, 'credit', getYear(ctx.clock.now()));
  const found = await queries.getPaper(tx, id);
  if (!found || (accountId !== undefined && found.accountId !== accountId)) throw new UserError(404);
  const { content, subjectId } = found;
  // Not one of several: the rest refers to the invoice of the advance.
  const isRest = found.cause === createRestCause(subjectId);
  const isOnly = (await queries.findInvoice(tx, subjectId))?.id === id && !isRest && !(await isUninvoicedPurchase(tx, subjectId));
  if (!isOnly || (await queries.sumCreditedBefore(tx, subjectId)) > 0) throw new UserError(400, { '': [messages.notInvoice] });
  const buyer = { ...content.buyer, ...correction };
  if (JSON.stringify(sortKeys(buyer)) === JSON.stringify(sortKeys({ reference: '', ...content.buyer })))
    throw new UserError(400, { '': [messages.same] });
  const corrections = await queries.countInvoices(tx, subjectId);
  if (accountId !== undefined && corrections > MAX_CORRECTIONS) throw new UserError(400, { '': [messages.often] });
  if (accountId !== undefined && ctx.clock.now().getTime() - found.issuedAt.getTime() > CORRECTION_DAYS * DAY_MS)
    throw new UserError(400, { '': [messages.late] });
  if (buyer.vatId !== content.buyer.vatId) await expectSameVat(deps, tx, subjectId, buyer.vatId);
  const link = { accountId: found.accountId, subjectId, invoiceId: id };
  const credit = await issuePaper(deps, tx, 'credit', { cause: `correction ${id}`, ...link }, takeBack(content, ctx.clock.now()));
  const { number: __, issuedAt: ___, ...draft } = content;
  const invoice = await issuePaper(deps, tx, 'invoice', { cause: `${subjectId} ${corrections + 1}`, ...link }, { ...draft, buyer });
  return { credit, invoice };
}

const sortKeys = (value: object): object => Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));

async function expectSameVat(deps: InvoicingDeps, tx: DbClient, purchaseId: string, vatId: string): Promise<void> {
  const purchase = await findPurchase(tx, purchaseId);
  if (!purchase) throw new UserError(404);
  const [before, after] = [await findTreatment(tx, deps, purchase), await findTreatment(tx, deps, purchase, vatId)];
  if (before.rate !== after.rate || before.why !== after.why) throw new UserError(400, { vatId: [messages.vat] });
}

/** The same lines, to the same buyer, as a credit note that refunds nothing. */
function takeBack(content: PaperContent, at: Date): Omit<PaperContent, 'number' | 'issuedAt'> {
  const { number, issuedAt, terms: _, ...draft } = content;
  return {
    ...draft,
    kind: 'credit',
    settledAt: at.toISOString(),
    corrects: { number, issuedAt },
    parts: toParts({ replaced: draft.gross }),
    notes: [...draft.notes, translate(messages.corrected, content.locale)],
  };
}
