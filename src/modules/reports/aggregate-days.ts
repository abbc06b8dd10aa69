// Aggregates report days once they are over, so that a report of a year reads days and not orders. A fact
// belongs to the day on which it happened;
// the newest days are aggregated again, for transactions that committed late.

import { addDays, type Days, getDayIn, listDays } from '#lib/time/days.ts';
import { countDeliveredByDay, countDeliveredByMaker } from '#modules/fulfilment/desk/queries-reports.ts';
import {
  countPaidByDay,
  countPlacedByDay,
  findFirstPurchaseTime,
  listCouponsByDay,
  listOrdersBehind,
  listSalesByDay,
} from '#modules/orders/desk/queries-reports.ts';
import { listRefundSubjects } from '#modules/payments/desk/queries-reports.ts';
import { countFirstAnswersByDay, countTicketsByDay, findFirstTicketTime } from '#modules/support/desk/queries-reports.ts';
import { findFirstTransferTime, listDepositCouponsByDay, listSalesRefunds } from '#modules/wallet/queries-reports.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import * as queries from './queries.ts';
import { computeFlow, computeSales, type Facts, type Sale, sumCoupons, sumMakers } from './rules.ts';

/** Days aggregated in one transaction. */
const DAYS_AT_ONCE = 31;
/** Days already over that are aggregated again each time. */
const REPEATED_DAYS = 1;

/**
 * How queries run: one after the other in a transaction (it aborts on the first failure), in parallel on the
 * pool.
 */
type Way = <T>(question: () => Promise<T>) => Promise<T>;
export const runAtOnce: Way = (question) => question();
function createTurnRunner(): Way {
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const next = last.then(question);
    last = next;
    return next;
  };
}

/** Aggregates days from the modules' own tables. */
export async function sumDays(of: DbClient, days: Days, request: Way = createTurnRunner()): Promise<Facts> {
  const [sales, work, made, taken, coupons, deposits, placed, paid, tickets, answers] = await Promise.all([
    request(() => listSales(of, days)),
    request(() => countDeliveredByDay(of, days)),
    request(() => countDeliveredByMaker(of, days)),
    request(() => queries.countPiecesByMaker(of, days)),
    request(() => listCouponsByDay(of, days)),
    request(() => listDepositCouponsByDay(of, days)),
    request(() => countPlacedByDay(of, days)),
    request(() => countPaidByDay(of, days)),
    request(() => countTicketsByDay(of, days)),
    request(() => countFirstAnswersByDay(of, days)),
  ]);
  return {
    sales,
    work: work.toSorted((a, b) => a.day.localeCompare(b.day) || a.service - b.service),
    makers: sumMakers([...made, ...taken.map((each) => ({ ...nothingMade, ...each }))], ({ day, maker }) => `${day} ${maker}`),
    coupons: sumCoupons([...coupons, ...deposits]),
    flow: computeFlow(listDays(days.from, days.to), { placed, paid, tickets, answers }),
  };
}

const nothingMade = { delivered: 0, revised: 0, timed: 0, onTime: 0, worked: 0, workSeconds: 0 };

/** A refund names an order, a part refund or a purchase; a purchase's refund is shared among its orders. */
export async function listSales(of: DbClient, days: Days): Promise<Sale[]> {
  const sold = await listSalesByDay(of, days);
  const refunded = await listSalesRefunds(of, days);
  const refunds = await listRefundSubjects(
    of,
    refunded.filter(({ to }) => to === 'provider').map(({ subjectId }) => subjectId),
  );
  const reasons = new Map(refunds.map(({ id, causeId, purchaseId }) => [id, [causeId, purchaseId].filter((each) => each !== null)]));
  const listReasons = (subjectId: string): readonly string[] => reasons.get(subjectId) ?? [subjectId];
  const orders = await listOrdersBehind(of, [...new Set(refunded.flatMap(({ subjectId }) => listReasons(subjectId)))]);
  const bySubject = Map.groupBy(orders, ({ subject }) => subject);
  const behind = (subjectId: string) =>
    listReasons(subjectId)
      .map((id) => bySubject.get(id))
      .find((found) => found !== undefined) ?? [];
  return computeSales(
    sold,
    refunded.map((each) => ({ ...each, orders: behind(each.subjectId) })),
  );
}

/** Aggregates all days up to yesterday. */
export async function aggregateDays({ db, clock }: Pick<AppContext, 'db' | 'clock'>, zone: string): Promise<void> {
  const yesterday = addDays(getDayIn(zone, clock.now()), -1);
  const happened = await findFirstDay(db.orm, zone);
  if (happened === undefined) return;
  // After a change of time zone the oldest day may have shifted by one: it is replaced too.
  const stored = await queries.findFirstStoredDay(db.orm);
  const first = stored !== undefined && stored < happened ? stored : happened;
  const until = await queries.findAggregatedUntil(db.orm, zone, first);
  const begin = until === undefined ? first : addDays(until < yesterday ? until : yesterday, -REPEATED_DAYS);
  for (let from = begin < first ? first : begin; from <= yesterday; from = addDays(from, DAYS_AT_ONCE)) {
    const end = addDays(from, DAYS_AT_ONCE - 1);
    const days = { from, to: end < yesterday ? end : yesterday, zone };
    await transaction(db, async (tx) => {
      await queries.lockDays(tx);
      await queries.replaceStoredDays(tx, days, await sumDays(tx, days));
    });
  }
}

/** The first day with any data. */
export async function findFirstDay(of: DbClient, zone: string): Promise<string | undefined> {
  const moments = [await findFirstPurchaseTime(of), await findFirstTransferTime(of), await findFirstTicketTime(of)];
  const days = moments.flatMap((moment) => (moment ? [getDayIn(zone, moment)] : []));
  return days.toSorted()[0];
}
