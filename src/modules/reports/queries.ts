// SQL of aggregated report days and of visits.
import { type AnyColumn, and, asc, between, eq, ne, sql } from 'drizzle-orm';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Days } from '#lib/time/days.ts';
import type { DbClient } from '#platform/database/database.ts';
import { isInDays, truncateToDay } from '#platform/database/days-sql.ts';
import type { Facts, ReportFigures } from './rules.ts';
import { deskDay, deskDayCoupon, deskDayMaker, deskDaySale, deskDayWork, deskVisit } from './tables.ts';

/** One aggregation runs at a time. */
export async function lockDays(tx: DbClient): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('desk days', 0))`);
}

/**
 * The last day up to which all days from `first` on are aggregated in this zone; undefined if there is none.
 */
export async function findAggregatedUntil(queries: DbClient, zone: string, first: string): Promise<string | undefined> {
  const [row] = await queries
    .select({
      last: sql<string | null>`to_char(max(${deskDay.day}), 'YYYY-MM-DD')`,
      other: sql<string | null>`to_char(min(${deskDay.day}) filter (where ${ne(deskDay.zone, zone)}) - 1, 'YYYY-MM-DD')`,
      first: sql<string | null>`to_char(min(${deskDay.day}), 'YYYY-MM-DD')`,
    })
    .from(deskDay);
  const until = row?.other ?? row?.last ?? undefined;
  return until && row?.first && row.first <= first && until >= first ? until : undefined;
}

export async function findFirstStoredDay(queries: DbClient): Promise<string | undefined> {
  const [row] = await queries.select({ first: sql<string | null>`to_char(min(${deskDay.day}), 'YYYY-MM-DD')` }).from(deskDay);
  return row?.first ?? undefined;
}

const tables = { sales: deskDaySale, work: deskDayWork, makers: deskDayMaker, coupons: deskDayCoupon, flow: deskDay } as const;

export async function readDays(queries: DbClient, { from, to }: Pick<Days, 'from' | 'to'>): Promise<Facts> {
  const { sales, work, makers, coupons, flow } = tables;
  return {
    sales: await queries
      .select()
      .from(sales)
      .where(between(sales.day, from, to))
      .orderBy(asc(sales.day), asc(sales.service), asc(sales.currency)),
    work: await queries
      .select()
      .from(work)
      .where(between(work.day, from, to))
      .orderBy(asc(work.day), asc(work.service)),
    makers: await queries
      .select()
      .from(makers)
      .where(between(makers.day, from, to))
      .orderBy(asc(makers.day), asc(makers.maker)),
    coupons: await queries
      .select()
      .from(coupons)
      .where(between(coupons.day, from, to))
      .orderBy(asc(coupons.day), asc(coupons.couponId), asc(coupons.currency)),
    flow: await queries
      .select()
      .from(flow)
      .where(between(flow.day, from, to))
      .orderBy(asc(flow.day)),
  };
}

const sumColumn = (column: AnyColumn) => sql<number>`sum(${column})`.mapWith(Number);
const selectDayText = (column: AnyColumn) => sql<string>`to_char(${column}, 'YYYY-MM-DD')`;
const moneySums = {
  orders: sumColumn(deskDaySale.orders),
  gross: sumColumn(deskDaySale.gross),
  discount: sumColumn(deskDaySale.discount),
  toSource: sumColumn(deskDaySale.toSource),
  toBalance: sumColumn(deskDaySale.toBalance),
  toCredit: sumColumn(deskDaySale.toCredit),
};
const makerSums = {
  taken: sumColumn(deskDayMaker.taken),
  delivered: sumColumn(deskDayMaker.delivered),
  revised: sumColumn(deskDayMaker.revised),
  timed: sumColumn(deskDayMaker.timed),
  onTime: sumColumn(deskDayMaker.onTime),
  worked: sumColumn(deskDayMaker.worked),
  workSeconds: sumColumn(deskDayMaker.workSeconds),
};
const workSums = { delivered: sumColumn(deskDayWork.delivered), onTime: sumColumn(deskDayWork.onTime) };

/**
 * Reads days already summed for a report (by day and by service in one currency, and by currency), so that a
 * year is some hundred rows.
 */
export async function readReportFigures(
  queries: DbClient,
  { from, to }: Pick<Days, 'from' | 'to'>,
  currency: CurrencyNumber,
): Promise<ReportFigures> {
  const { sales, work, makers, coupons, flow } = tables;
  const isMeant = and(between(sales.day, from, to), eq(sales.currency, currency));
  const { day, service } = sales;
  const [byDay, byService, byCurrency, workByDay, workByService, ofMakers, ofCoupons, ofFlow] = await Promise.all([
    queries
      .select({ day: selectDayText(day), ...moneySums })
      .from(sales)
      .where(isMeant)
      .groupBy(day),
    queries
      .select({ service, ...moneySums })
      .from(sales)
      .where(isMeant)
      .groupBy(service),
    queries
      .select({ currency: sales.currency, ...moneySums })
      .from(sales)
      .where(between(day, from, to))
      .groupBy(sales.currency),
    queries
      .select({ day: selectDayText(work.day), ...workSums })
      .from(work)
      .where(between(work.day, from, to))
      .groupBy(work.day),
    queries
      .select({ service: work.service, ...workSums })
      .from(work)
      .where(between(work.day, from, to))
      .groupBy(work.service),
    queries
      .select({ maker: makers.maker, name: sql<string>`(array_agg(${makers.name} order by ${makers.day} desc))[1]`, ...makerSums })
      .from(makers)
      .where(between(makers.day, from, to))
      .groupBy(makers.maker),
    queries
      .select({ couponId: coupons.couponId, uses: sumColumn(coupons.uses), given: sumColumn(coupons.given) })
      .from(coupons)
      .where(and(between(coupons.day, from, to), eq(coupons.currency, currency)))
      .groupBy(coupons.couponId),
    queries
      .select()
      .from(flow)
      .where(between(flow.day, from, to)),
  ]);
  return { byDay, byService, byCurrency, workByDay, workByService, makers: ofMakers, coupons: ofCoupons, flow: ofFlow };
}

/** Replaces the stored figures of these days. */
export async function replaceStoredDays(tx: DbClient, { from, to, zone }: Days, facts: Facts): Promise<void> {
  for (const table of Object.values(tables)) await tx.delete(table).where(between(table.day, from, to));
  if (facts.sales.length > 0) await tx.insert(deskDaySale).values([...facts.sales]);
  if (facts.work.length > 0) await tx.insert(deskDayWork).values([...facts.work]);
  if (facts.makers.length > 0) await tx.insert(deskDayMaker).values([...facts.makers]);
  if (facts.coupons.length > 0) await tx.insert(deskDayCoupon).values([...facts.coupons]);
  if (facts.flow.length > 0) await tx.insert(deskDay).values(facts.flow.map((flow) => ({ ...flow, zone })));
}

/** Pieces taken by or assigned to each operator, from the audit log, which is read directly. */
export const countPiecesByMaker = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: truncateToDay(sql`at`, days),
      maker: sql<string>`after ->> 'makerId'`,
      name: sql<string>`max(after ->> 'makerName')`,
      taken: sql<number>`count(*)`.mapWith(Number),
    })
    .from(sql`desk_audit`)
    .where(and(sql`act in ('piece.take', 'piece.assign')`, isInDays(sql`at`, days), sql`after ->> 'makerId' is not null`))
    .groupBy(sql`1, 2`);

export type VisitCount = { readonly day: string; readonly step: string; readonly count: number };

/** Counts of each step in these days. */
export const countVisitsByDay = (queries: DbClient, { from, to }: Pick<Days, 'from' | 'to'>): Promise<Omit<VisitCount, 'day'>[]> =>
  queries
    .select({ step: deskVisit.step, count: sumColumn(deskVisit.count) })
    .from(deskVisit)
    .where(between(deskVisit.day, from, to))
    .groupBy(deskVisit.step);

export async function addVisits(queries: DbClient, visits: readonly VisitCount[]): Promise<void> {
  await queries
    .insert(deskVisit)
    .values([...visits])
    .onConflictDoUpdate({ target: [deskVisit.day, deskVisit.step], set: { count: sql`${deskVisit.count} + excluded.count` } });
}
