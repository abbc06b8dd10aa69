// Days of the reports: summed from what the rooms know, and kept once a day is over, so that reading a year costs a year's days and not its orders. Each
// fact belongs to the day on which it happened, so a day that is over stays as it is; the newest are reckoned anew, for what was committed late.

import type { AppContext } from '../../../infra/app-context.ts';
import { type DbClient, transaction } from '../../../infra/database/database.ts';
import type { JobHandlers } from '../../../jobs.ts';
import { addDays, type Days, dayIn, listDays } from '../../../lib/time/days.ts';
import { deliveredByMaker } from '../../fulfilment/actions.ts';
import { couponsByDay, deliveredByDay, firstPurchaseAt, ordersBehind, paidByDay, placedByDay, soldByDay } from '../../orders/actions.ts';
import { refundsFor } from '../../payments/actions.ts';
import { firstAnswersByDay, firstTicketAt, ticketsByDay } from '../../support/actions.ts';
import { depositCouponsByDay, firstTransferAt, leftSales } from '../../wallet/actions.ts';
import * as queries from './queries.ts';
import { couponsOf, type Facts, flowOf, makersOf, type Sale, salesOf } from './rules.ts';

/** Reckoned in one transaction. */
const DAYS_AT_ONCE = 31;
/** Those that are over, but reckoned anew each time. */
const DAYS_ANEW = 1;

/** How several questions are asked: a transaction takes one after the other, and after one that failed no more; the database itself takes all at once. */
type Way = <T>(question: () => Promise<T>) => Promise<T>;
export const atOnce: Way = (question) => question();
function inTurn(): Way {
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const next = last.then(question);
    last = next;
    return next;
  };
}

/** The whole truth about some days, from the rooms themselves. */
export async function sumDays(of: DbClient, days: Days, ask: Way = inTurn()): Promise<Facts> {
  const [sales, work, made, taken, coupons, deposits, placed, paid, tickets, answers] = await Promise.all([
    ask(() => salesIn(of, days)),
    ask(() => deliveredByDay(of, days)),
    ask(() => deliveredByMaker(of, days)),
    ask(() => queries.takenByMaker(of, days)),
    ask(() => couponsByDay(of, days)),
    ask(() => depositCouponsByDay(of, days)),
    ask(() => placedByDay(of, days)),
    ask(() => paidByDay(of, days)),
    ask(() => ticketsByDay(of, days)),
    ask(() => firstAnswersByDay(of, days)),
  ]);
  return {
    sales,
    work: work.toSorted((one, other) => one.day.localeCompare(other.day) || one.service - other.service),
    makers: makersOf([...made, ...taken.map((each) => ({ ...nothingMade, ...each }))], ({ day, maker }) => `${day} ${maker}`),
    coupons: couponsOf([...coupons, ...deposits]),
    flow: flowOf(listDays(days.from, days.to), { placed, paid, tickets, answers }),
  };
}

const nothingMade = { delivered: 0, revised: 0, timed: 0, onTime: 0, worked: 0, workSeconds: 0 };

/** What went back is known by an order or by a refund; where that was for a whole purchase, each of its orders has a share. */
async function salesIn(of: DbClient, days: Days): Promise<Sale[]> {
  const sold = await soldByDay(of, days);
  const left = await leftSales(of, days);
  const refunds = await refundsFor(
    of,
    left.filter(({ to }) => to === 'provider').map(({ subjectId }) => subjectId),
  );
  const reasons = new Map(refunds.map(({ id, causeId, purchaseId }) => [id, [causeId, purchaseId].filter((each) => each !== null)]));
  const reasonsOf = (subjectId: string): readonly string[] => reasons.get(subjectId) ?? [subjectId];
  const orders = await ordersBehind(of, [...new Set(left.flatMap(({ subjectId }) => reasonsOf(subjectId)))]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  const byPurchase = Map.groupBy(orders, ({ purchaseId }) => purchaseId);
  const behind = (subjectId: string) => {
    for (const id of reasonsOf(subjectId)) {
      const order = byId.get(id);
      const found = order ? [order] : byPurchase.get(id);
      if (found) return found;
    }
    return [];
  };
  return salesOf(
    sold,
    left.map((each) => ({ ...each, orders: behind(each.subjectId) })),
  );
}

/** Up to yesterday. */
export async function aggregateDays({ db, clock }: Pick<AppContext, 'db' | 'clock'>, zone: string): Promise<void> {
  const yesterday = addDays(dayIn(zone, clock.now()), -1);
  const happened = await firstDay(db.orm, zone);
  if (happened === undefined) return;
  // In another zone the oldest day may have been a day earlier: its figures are replaced, too.
  const stored = await queries.firstStoredDay(db.orm);
  const first = stored !== undefined && stored < happened ? stored : happened;
  const until = await queries.reckonedUntil(db.orm, zone, first);
  const begin = until === undefined ? first : addDays(until < yesterday ? until : yesterday, -DAYS_ANEW);
  for (let from = begin < first ? first : begin; from <= yesterday; from = addDays(from, DAYS_AT_ONCE)) {
    const end = addDays(from, DAYS_AT_ONCE - 1);
    const days = { from, to: end < yesterday ? end : yesterday, zone };
    await transaction(db, async (tx) => {
      await queries.lockDays(tx);
      await queries.putDays(tx, days, await sumDays(tx, days));
    });
  }
}

/** The first on which anything happened. */
export async function firstDay(of: DbClient, zone: string): Promise<string | undefined> {
  const moments = [await firstPurchaseAt(of), await firstTransferAt(of), await firstTicketAt(of)];
  const days = moments.flatMap((moment) => (moment ? [dayIn(zone, moment)] : []));
  return days.toSorted()[0];
}

export const deskJobs = (ctx: AppContext, zone: string): Pick<JobHandlers, 'desk.reckon'> => ({
  'desk.reckon': () => aggregateDays(ctx, zone),
});
