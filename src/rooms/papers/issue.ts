// Papers for what was paid or given back and has none yet: by a job, some at a time, each some in one change. Whoever issues holds the row of the series
// until the commit, so that numbers follow one another without a gap, also where a process is killed in between; and waits for nobody then.
import { randomBytes } from 'node:crypto';
import { change, type Queries } from '../../infra/db.ts';
import type { Ground } from '../../infra/ground.ts';
import { timeId } from '../../lib/time-id.ts';
import { orderOfPart, ordersById, ordersOf, setInvoiced, takeUninvoiced } from '../orders/actions.ts';
import { subjectOfRefund } from '../payments/actions.ts';
import { findTransfers, setReceipted, type Transfer, takeUnreceipted } from '../wallet/actions.ts';
import { composeCredit, composeInvoice, composeReceipt, type Draft, type Issuer } from './compose.ts';
import * as queries from './queries.ts';
import { type PaperKind, paperKinds, paperNumber, type Refunded, refundsTogether, yearOf } from './rules.ts';

export type Papers = { readonly ground: Ground; readonly issuer: Issuer };

const AT_ONCE = 50;
/** Lines of one change stand near each other in the books; so many further none of it does. */
const READ_FURTHER = 200;

export async function issuePapers(papers: Papers, signal: AbortSignal): Promise<void> {
  // Credit notes last: they name invoices.
  for (const kind of paperKinds) while (!signal.aborted && (await change(papers.ground.db, (tx) => issueSome(papers, tx, kind))) > 0);
}

/** One that is issued, under its own name. */
type Issue = (cause: Cause, draft: Draft) => Promise<string>;
type Cause = { readonly cause: string; readonly accountId: string; readonly subjectId: string; readonly invoiceId?: string };

/** Gives how many there were. */
async function issueSome({ ground, issuer }: Papers, tx: Queries, kind: PaperKind): Promise<number> {
  const issuedAt = ground.clock.now();
  const year = yearOf(issuedAt);
  const before = await queries.lockSeries(tx, kind, year);
  let last = before;
  await carryOut[kind](tx, issuer, issuedAt, async (cause, draft) => {
    const serial = ++last;
    const id = timeId(issuedAt, randomBytes(8), serial - before);
    const content = { ...draft, number: paperNumber(kind, year, serial), issuedAt: issuedAt.toISOString() };
    const { currency, net, vat, gross } = draft;
    await queries.insertPaper(tx, { id, kind, year, serial, ...cause, currency, net, vat, gross, issuedAt, content });
    return id;
  });
  if (last > before) await queries.setLast(tx, kind, year, last);
  return last - before;
}

type CarryOut = (tx: Queries, issuer: Issuer, issuedAt: Date, issue: Issue) => Promise<void>;

const carryOut: Readonly<Record<PaperKind, CarryOut>> = {
  async invoice(tx, issuer, issuedAt, issue) {
    const bought = await takeUninvoiced(tx, AT_ONCE);
    for (const purchase of bought) {
      const { id, accountId } = purchase;
      await issue({ cause: id, accountId, subjectId: id }, await composeInvoice(tx, issuer, purchase));
    }
    if (bought.length > 0)
      await setInvoiced(
        tx,
        bought.map(({ id }) => id),
        issuedAt,
      );
  },

  async receipt(tx, issuer, issuedAt, issue) {
    const deposits = await takeUnreceipted(tx, AT_ONCE);
    for (const deposit of deposits) {
      const { id, accountId } = deposit;
      await issue({ cause: id, accountId, subjectId: id }, await composeReceipt(tx, issuer, deposit));
    }
    if (deposits.length > 0)
      await setReceipted(
        tx,
        deposits.map(({ id }) => id),
        issuedAt,
      );
  },

  async credit(tx, _issuer, _issuedAt, issue) {
    for (const { lines, back } of (await takeRefunds(tx)).slice(0, AT_ONCE)) {
      const [first] = lines;
      const invoice = first && (await queries.findInvoice(tx, first.purchaseId));
      // Its invoice comes first; somebody holds the purchase at the moment.
      if (!first || !invoice) continue;
      const { purchaseId, at } = first;
      const orders = await ordersOf(tx, purchaseId);
      const numbers = orders.filter(({ cancelledAt }) => cancelledAt?.getTime() === at.getTime()).map(({ number }) => number);
      const draft = composeCredit({ invoice, before: await queries.creditedBefore(tx, purchaseId), back, at, numbers });
      const cause = { cause: String(first.transferId), accountId: invoice.accountId, subjectId: purchaseId, invoiceId: invoice.id };
      const id = await issue(cause, draft);
      await queries.setRefundPaper(
        tx,
        lines.map(({ transferId }) => transferId),
        id,
      );
    }
  },
};

/** Those of one change are never parted: they were committed together, and more are read than are issued. */
async function takeRefunds(tx: Queries): Promise<ReturnType<typeof refundsTogether>> {
  const transfers = await findTransfers(tx, await queries.waitingRefunds(tx, AT_ONCE + READ_FURTHER));
  const refunds: Refunded[] = [];
  for (const { id: transferId, kind, amount, at, currency, subjectId } of transfers) {
    const purchaseId = await purchaseOf(tx, { kind, subjectId });
    if (purchaseId) refunds.push({ transferId, kind, amount, at, currency, purchaseId });
  }
  return refundsTogether(refunds);
}

async function purchaseOf(tx: Queries, { kind, subjectId }: Pick<Transfer, 'kind' | 'subjectId'>): Promise<string | undefined> {
  if (kind === 'refund') return (await subjectOfRefund(tx, subjectId))?.subjectId;
  const isPart = kind === 'partBack' || kind === 'partBackPromo';
  const orderId = isPart ? await orderOfPart(tx, subjectId) : subjectId;
  const [order] = orderId === undefined ? [] : await ordersById(tx, [orderId]);
  return order?.purchaseId;
}
