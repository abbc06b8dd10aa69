// Papers for what was paid or given back and has none yet: by a job, each in a change of its own. Whoever issues holds the row of the series
// until the commit, so that numbers follow one another without a gap, also where a process is killed in between; and waits for nobody then.
import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../infra/app-context.ts';
import type { DbClient } from '../../infra/database/database.ts';
import { forEachRow } from '../../infra/jobs/each-row.ts';
import { timeId } from '../../lib/time/time-id.ts';
import { listUninvoiced, lockUninvoiced, orderOfPart, ordersById, ordersOf, setInvoiced } from '../orders/actions.ts';
import { subjectOfRefund } from '../payments/actions.ts';
import { findTransfers, listUnreceipted, lockUnreceipted, setReceipted, type Transfer } from '../wallet/actions.ts';
import { composeCredit, composeInvoice, composeReceipt, type Draft, type Issuer } from './compose.ts';
import * as queries from './queries.ts';
import { type PaperKind, paperKinds, paperNumber, type Refunded, refundsTogether, yearOf } from './rules.ts';

export type Papers = { readonly ctx: AppContext; readonly issuer: Issuer };

/** Lines of one change stand near each other in the books; so many further none of it does. */
const READ_FURTHER = 200;

export async function issueDocuments(papers: Papers, signal: AbortSignal): Promise<void> {
  const { ctx } = papers;
  // Credit notes last: they name invoices.
  const steps = paperKinds.map((kind) => ({
    due: (limit: number) => dueOf[kind](ctx.db.orm, ctx.clock.now(), limit),
    handle: (tx: DbClient, due: Due) => issueOne(papers, tx, kind, due),
  }));
  await forEachRow(ctx, signal, 'papers.issue', steps);
}

/** What a paper is issued for; of refunds that were given together, the lines of the books. */
type Due = { readonly id: string; readonly refunds?: Refunds };
type Refunds = ReturnType<typeof refundsTogether>[number];

/** Issued, under its own name. */
type Issue = (cause: Cause, draft: Draft) => Promise<string>;
type Cause = { readonly cause: string; readonly accountId: string; readonly subjectId: string; readonly invoiceId?: string };

async function issueOne({ ctx, issuer }: Papers, tx: DbClient, kind: PaperKind, due: Due): Promise<void> {
  const issuedAt = ctx.clock.now();
  const year = yearOf(issuedAt);
  const serial = (await queries.lockSeries(tx, kind, year)) + 1;
  await carryOut[kind](tx, { issuer, issuedAt, due }, async (cause, draft) => {
    const id = timeId(issuedAt, randomBytes(8));
    const content = { ...draft, number: paperNumber(kind, year, serial), issuedAt: issuedAt.toISOString() };
    const { currency, net, vat, gross } = draft;
    await queries.insertPaper(tx, { id, kind, year, serial, ...cause, currency, net, vat, gross, issuedAt, content });
    await queries.setLast(tx, kind, year, serial);
    return id;
  });
}

const dueOf: Readonly<Record<PaperKind, (from: DbClient, now: Date, limit: number) => Promise<readonly Due[]>>> = {
  invoice: listUninvoiced,
  receipt: listUnreceipted,
  credit: listRefunds,
};

type About = { readonly issuer: Issuer; readonly issuedAt: Date; readonly due: Due };

const carryOut: Readonly<Record<PaperKind, (tx: DbClient, about: About, issue: Issue) => Promise<void>>> = {
  async invoice(tx, { issuer, issuedAt, due }, issue) {
    const purchase = await lockUninvoiced(tx, due.id);
    if (!purchase) return;
    const { id, accountId } = purchase;
    await issue({ cause: id, accountId, subjectId: id }, await composeInvoice(tx, issuer, purchase));
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
    // The lock of the series keeps others from issuing meanwhile; they may have been faster.
    if ((await queries.stillWaiting(tx, transferIds)).length < transferIds.length) return;
    const { purchaseId, at } = first;
    const invoice = await queries.findInvoice(tx, purchaseId);
    if (!invoice) throw new Error('its invoice is not issued yet');
    const orders = await ordersOf(tx, purchaseId);
    const numbers = orders.filter(({ cancelledAt }) => cancelledAt?.getTime() === at.getTime()).map(({ number }) => number);
    const draft = composeCredit({ invoice, before: await queries.creditedBefore(tx, purchaseId), back: refunds.back, at, numbers });
    const cause = { cause: String(first.transferId), accountId: invoice.accountId, subjectId: purchaseId, invoiceId: invoice.id };
    await queries.setRefundPaper(tx, transferIds, await issue(cause, draft));
  },
};

/** Those of one change are never parted: they were committed together, and more are read than are issued. */
async function listRefunds(from: DbClient, now: Date, limit: number): Promise<readonly Due[]> {
  const transfers = await findTransfers(from, await queries.waitingRefunds(from, now, limit + READ_FURTHER));
  const refunds: Refunded[] = [];
  for (const { id: transferId, kind, amount, at, currency, subjectId } of transfers) {
    const purchaseId = await purchaseOf(from, { kind, subjectId });
    if (purchaseId) refunds.push({ transferId, kind, amount, at, currency, purchaseId });
  }
  return refundsTogether(refunds)
    .slice(0, limit)
    .map((each) => ({ id: String(each.lines[0]?.transferId), refunds: each }));
}

async function purchaseOf(tx: DbClient, { kind, subjectId }: Pick<Transfer, 'kind' | 'subjectId'>): Promise<string | undefined> {
  if (kind === 'refund') return (await subjectOfRefund(tx, subjectId))?.subjectId;
  const isPart = kind === 'partBack' || kind === 'partBackPromo';
  const orderId = isPart ? await orderOfPart(tx, subjectId) : subjectId;
  const [order] = orderId === undefined ? [] : await ordersById(tx, [orderId]);
  return order?.purchaseId;
}
