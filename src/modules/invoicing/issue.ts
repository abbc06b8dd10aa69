// Issues documents for payments and refunds, in a job, each in a transaction of its own. The series row is
// locked until the commit, so numbers have no gaps even if the process is killed.

import type { LinksModule } from '#modules/links/actions.ts';
import { listOrders } from '#modules/orders/queries.ts';
import { isUninvoicedPurchase, listOrdersById, listUninvoiced, lockUninvoiced, setInvoiced } from '#modules/orders/queries-invoices.ts';
import { findOrdersRefundedAt, orderOfPart } from '#modules/orders/refunds/queries.ts';
import { findRefundSubject } from '#modules/payments/actions.ts';
import { isAdvanceOver } from '#modules/wallet/claims.ts';
import { findTransfers, listUnreceipted, lockUnreceipted, setReceipted, type Transfer } from '#modules/wallet/queries.ts';
import { askRest, lockClaim } from '#modules/wallet/queries-claims.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { forEachRow } from '#platform/jobs/each-row.ts';
import { newId } from '#platform/new-id.ts';
import { composeCredit, composeInvoice, composeReceipt, type Issuer, type PaperDraft } from './compose.ts';
import { composeAdvance, composeRest } from './compose-parts.ts';
import { mailToAccountant } from './mails.ts';
import * as queries from './queries.ts';
import { formatDocumentNumber, getYear, groupRefundTransfers, type PaperKind, paperKinds, type RefundTransfer } from './rules.ts';

export type InvoicingDeps = { readonly ctx: AppContext; readonly links: Pick<LinksModule, 'ensure'> } & Issuer;

/** Refunds of one transaction have nearby ids; no transaction has more than this. */
const MAX_TRANSACTION_REFUNDS = 200;

export async function issueDocuments(papers: InvoicingDeps, signal: AbortSignal): Promise<void> {
  const { ctx } = papers;
  // Credit notes last, because they refer to invoices.
  const steps = paperKinds.map((kind) => ({
    due: (limit: number) => listDueByKind[kind](ctx.db.orm, ctx.clock.now(), limit),
    handle: (tx: DbClient, due: Due) => issueOne(papers, tx, kind, due),
  }));
  await forEachRow(ctx, signal, 'invoicing.issue', steps);
}

/** What a document is issued for. For refunds of one transaction: their ledger transfers. */
type Due = { readonly id: string; readonly refunds?: Refunds; readonly rest?: Rest };
/** The day on which the rest after an advance is due. */
type Rest = { readonly dueOn: string };
type Refunds = ReturnType<typeof groupRefundTransfers>[number];

/** Of the invoice of what an advance leaves. */
export const createRestCause = (purchaseId: string): string => `${purchaseId} rest`;

/** Issues a document and returns its id. */
type Issue = (cause: Cause, draft: PaperDraft) => Promise<string>;
type Cause = { readonly cause: string; readonly accountId: string; readonly subjectId: string; readonly invoiceId?: string };

/** For a purchase that is paid later: its customer gets the invoice at once. */
export async function issueInvoice(deps: InvoicingDeps, tx: DbClient, purchaseId: string, rest?: Rest): Promise<queries.BillingDocument> {
  await issueOne(deps, tx, 'invoice', { id: purchaseId, ...(rest ? { rest } : {}) });
  const issued = await queries.findInvoice(tx, purchaseId);
  if (!issued) throw new Error(`purchase ${purchaseId} got no invoice`);
  return issued;
}

/** For partial refunds by hand: their customer gets the credit note at once. */
export async function issueCreditNotes(deps: InvoicingDeps, tx: DbClient, partIds: readonly string[]): Promise<void> {
  const waiting = await findTransfers(tx, await queries.listPartRefunds(tx, partIds));
  for (const due of await groupRefunds(tx, waiting)) {
    const purchaseId = due.refunds?.lines[0]?.purchaseId ?? '';
    if (await isUninvoicedPurchase(tx, purchaseId)) await issueOne(deps, tx, 'invoice', { id: purchaseId });
    await issueOne(deps, tx, 'credit', due);
  }
}

async function issueOne(deps: InvoicingDeps, tx: DbClient, kind: PaperKind, due: Due): Promise<void> {
  const { ctx, ...issuer } = deps;
  const issuedAt = ctx.clock.now();
  await queries.lockSeries(tx, kind, getYear(issuedAt));
  await carryOut[kind](tx, { issuer, issuedAt, due }, async (cause, draft) => (await issuePaper(deps, tx, kind, cause, draft)).id);
}

/** With the next number of its series. */
export async function issuePaper(
  { ctx, links }: Pick<InvoicingDeps, 'ctx' | 'links'>,
  tx: DbClient,
  kind: PaperKind,
  cause: Cause,
  draft: PaperDraft,
): Promise<queries.BillingDocument> {
  const issuedAt = ctx.clock.now();
  const year = getYear(issuedAt);
  const serial = (await queries.lockSeries(tx, kind, year)) + 1;
  const content = { ...draft, number: formatDocumentNumber(kind, year, serial), issuedAt: issuedAt.toISOString() };
  const { currency, net, vat, gross } = draft;
  const row = { id: newId(issuedAt), kind, year, serial, invoiceId: null, ...cause, currency, net, vat, gross, issuedAt, content };
  const isMailed = await queries.insertPaper(tx, row);
  await queries.setLast(tx, kind, year, serial);
  if (isMailed) await mailToAccountant({ ctx, links }, tx, row);
  return row;
}

const listDueByKind: Readonly<Record<PaperKind, (from: DbClient, now: Date, limit: number) => Promise<readonly Due[]>>> = {
  invoice: listUninvoiced,
  receipt: listUnreceipted,
  credit: listRefunds,
};

type IssueContext = { readonly issuer: Omit<InvoicingDeps, 'ctx'>; readonly issuedAt: Date; readonly due: Due };

const carryOut: Readonly<Record<PaperKind, (tx: DbClient, about: IssueContext, issue: Issue) => Promise<void>>> = {
  async invoice(tx, { issuer, issuedAt, due }, issue) {
    const purchase = await lockUninvoiced(tx, due.id);
    if (!purchase) return;
    const { id, accountId } = purchase;
    const claim = await lockClaim(tx, id);
    const request = claim?.asked ?? undefined;
    const isAdvance = claim !== undefined && request !== undefined && !due.rest && !isAdvanceOver(claim);
    if (claim && request !== undefined && !isAdvance) await askRest(tx, id, due.rest?.dueOn ?? claim.dueOn);
    const invoice = await composeInvoice(tx, issuer, purchase);
    const advance = await queries.findInvoice(tx, id);
    // What is paid later has an open page, whether an operator, a click or this job issues its invoice.
    const issueFor = async (cause: string, draft: PaperDraft) => {
      const subjectId = await issue({ cause, accountId, subjectId: id }, draft);
      if (claim) await issuer.links.ensure(tx, { purpose: 'invoice', subjectId, accountId });
    };
    if (isAdvance) {
      if (!advance) await issueFor(id, composeAdvance(invoice, request));
      return;
    }
    const cause = advance ? createRestCause(id) : id;
    await issueFor(cause, advance ? composeRest(invoice, advance.content) : invoice);
    await setInvoiced(tx, [id], issuedAt);
  },

  async receipt(tx, { issuer, issuedAt, due }, issue) {
    const deposit = await lockUnreceipted(tx, due.id);
    if (!deposit) return;
    const { id, accountId } = deposit;
    await issue({ cause: id, accountId, subjectId: id }, await composeReceipt(tx, issuer, deposit));
    await setReceipted(tx, [id], issuedAt);
  },

  async credit(tx, { due: { refunds } }, issue) {
    const [first] = refunds?.lines ?? [];
    if (!refunds || !first) return;
    const transferIds = refunds.lines.map(({ transferId }) => transferId);
    // Another process may have issued it before we got the lock of the series.
    if ((await queries.listStillWaiting(tx, transferIds)).length < transferIds.length) return;
    const { purchaseId, at } = first;
    const invoice = await queries.findInvoice(tx, purchaseId);
    if (!invoice || (await isUninvoicedPurchase(tx, purchaseId))) {
      // Paid and refunded since the invoices of this run were listed, or the rest of it: the next run issues
      // both.
      if (invoice || (await isUninvoicedPurchase(tx, purchaseId))) return;
      throw new Error('purchase has no invoice yet');
    }
    const orders = await listOrders(tx, purchaseId);
    const refunded = await findOrdersRefundedAt(
      tx,
      orders.map(({ id }) => id),
      at,
    );
    const isMeant = ({ id, cancelledAt }: (typeof orders)[number]) => cancelledAt?.getTime() === at.getTime() || refunded.has(id);
    const numbers = orders.filter(isMeant).map(({ number }) => number);
    const draft = composeCredit({
      invoice,
      before: await queries.sumCreditedBefore(tx, purchaseId),
      taxesBefore: await queries.listCreditedTaxes(tx, invoice),
      back: refunds.back,
      at,
      numbers,
    });
    const cause = { cause: String(first.transferId), accountId: invoice.accountId, subjectId: purchaseId, invoiceId: invoice.id };
    await queries.setRefundPaper(tx, transferIds, await issue(cause, draft));
  },
};

/**
 * Refunds of one transaction are never split: they were committed together, and more rows are read than
 * documents are issued.
 */
async function listRefunds(from: DbClient, now: Date, limit: number): Promise<readonly Due[]> {
  const transfers = await findTransfers(from, await queries.listRefundsWithoutCreditNote(from, now, limit + MAX_TRANSACTION_REFUNDS));
  return (await groupRefunds(from, transfers)).slice(0, limit);
}

async function groupRefunds(from: DbClient, transfers: readonly Transfer[]): Promise<readonly Due[]> {
  const refunds: RefundTransfer[] = [];
  for (const { id: transferId, kind, amount, at, currency, subjectId } of transfers) {
    const purchaseId = await findPurchase(from, { kind, subjectId });
    if (purchaseId) refunds.push({ transferId, kind, amount, at, currency, purchaseId });
  }
  return groupRefundTransfers(refunds).map((each) => ({ id: String(each.lines[0]?.transferId), refunds: each }));
}

async function findPurchase(tx: DbClient, { kind, subjectId }: Pick<Transfer, 'kind' | 'subjectId'>): Promise<string | undefined> {
  if (kind === 'refund') return (await findRefundSubject(tx, subjectId))?.subjectId;
  const isPart = kind === 'partBack' || kind === 'partBackPromo' || kind === 'claimLoweredInPart';
  const orderId = isPart ? await orderOfPart(tx, subjectId) : subjectId;
  const [order] = orderId === undefined ? [] : await listOrdersById(tx, [orderId]);
  return order?.purchaseId;
}
