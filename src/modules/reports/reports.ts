// Reports of a period: aggregated days from the table, the others (today above all) summed live.

import type { CurrencyNumber } from '#lib/money/money.ts';
import { addDays, countDays, getDayIn, listDays, startOfDay } from '#lib/time/days.ts';
import { UserError } from '#lib/user-error.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { listCodes } from '#modules/coupons/queries.ts';
import { sumRevenue } from '#modules/subscriptions/queries.ts';
import { countChurn } from '#modules/subscriptions/queries-reports.ts';
import { sumReturned } from '#modules/wallet/queries-reports.ts';
import type { AppContext } from '#platform/app-context.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { findFirstDay, listSales, runAtOnce, sumDays } from './aggregate-days.ts';
import * as queries from './queries.ts';
import { formatCsvTable } from './report-csv.ts';
import { type Facts, isMissing, NO_SERVICE, type ReportFigures, type Sale, toReportFigures } from './rules.ts';
import { MAX_REPORT_DAYS, notAYear, type ReportRequest, type ShopReport, type TableName } from './shapes.ts';
import { sumReport } from './sum-report.ts';

export type Reporting = {
  readonly ctx: AppContext;
  readonly catalogue: Pick<CatalogueModule, 'current' | 'currencies'>;
  /** The shop's time zone. */
  readonly zone: string;
};

/** Default period. */
const USUAL_DAYS = 30;
/** Days summed live within one request at most; the job aggregates the others within the hour. */
const MAX_LIVE_DAYS = 40;

type Period = { readonly from: string; readonly to: string; readonly today: string };
const NO_DAYS = { from: '', to: '' };

/**
 * Splits a period into aggregated and live days. If the job is far behind, the newest days are left out and
 * the report says so.
 */
async function toParts({ ctx, zone }: Reporting, { from, to, today }: Period) {
  const { reads: orm } = ctx.db;
  const first = (await findFirstDay(orm, zone)) ?? today;
  const aggregatedUntil = await queries.findAggregatedUntil(orm, zone, first);
  const begin = aggregatedUntil === undefined ? first : addDays(aggregatedUntil, 1);
  const last = countDays(begin, today) > MAX_LIVE_DAYS ? addDays(begin, -1) : today;
  const live = { from: from > begin ? from : begin, to: to < last ? to : last, zone };
  return {
    stored: aggregatedUntil === undefined || aggregatedUntil < from ? NO_DAYS : { from, to: aggregatedUntil < to ? aggregatedUntil : to },
    live: live.from <= live.to ? live : undefined,
    until: to < last ? to : last,
  };
}

const NO_FACTS: Facts = { sales: [], work: [], makers: [], coupons: [], flow: [] };
const join = (a: ReportFigures, b: ReportFigures): ReportFigures =>
  Object.fromEntries(
    Object.entries(a).map(([name, rows]) => [name, [...rows, ...b[name as keyof ReportFigures]]]),
  ) as unknown as ReportFigures;

export async function readShopReport(reporting: Reporting, request: ReportRequest): Promise<ShopReport> {
  const { ctx, zone } = reporting;
  const { reads: orm } = ctx.db;
  const period = toPeriod(reporting, request);
  const { from, to, today } = period;
  const currency: CurrencyNumber = request.currency ?? reporting.catalogue.currencies().sold[0] ?? 0;
  const { stored: storedDays, live, until } = await toParts(reporting, period);
  // After a change of the time zone all days are counted again: now, rather than with the hour.
  if (isMissing({ to, until, today })) await enqueue(ctx.db.orm, 'desk.aggregateReports', {}, { key: 'desk.aggregateReports:now' });
  const [storedFigures, now, visits, returned] = await Promise.all([
    storedDays === NO_DAYS ? toReportFigures(NO_FACTS, currency) : queries.readReportFigures(orm, storedDays, currency),
    live ? sumDays(orm, live, runAtOnce) : NO_FACTS,
    queries.countVisitsByDay(orm, period),
    sumReturned(orm, { from, to, zone }),
  ]);
  const allFigures = join(storedFigures, toReportFigures(now, currency));
  const ids = [...new Set(allFigures.coupons.map(({ couponId }) => couponId))];
  const codes = new Map((ids.length > 0 ? await listCodes(orm, ids) : []).map(({ id, code }) => [id, code]));
  const known = {
    service: createServiceNamer(reporting),
    code: (id: string) => codes.get(id) ?? id,
    currencies: reporting.catalogue.currencies().all,
  };
  const takenBack = returned.find((row) => row.currency === currency)?.amount ?? 0;
  return sumReport({ from, to, today, zone, currency, until, takenBack }, listDays(from, to), allFigures, visits, known);
}

export async function readSubscriptions(
  { ctx, zone }: Reporting,
  { from, to, currency }: { readonly from: string; readonly to: string; readonly currency: CurrencyNumber },
) {
  const span = { from: startOfDay(from, zone), until: startOfDay(addDays(to, 1), zone) };
  const { reads: orm } = ctx.db;
  const [totals, churn] = await Promise.all([sumRevenue(orm), countChurn(orm, span, currency)]);
  const { count = 0, mrr = 0 } = totals.find((each) => each.currency === currency) ?? {};
  return { active: count, mrr, ...churn };
}

function toPeriod({ ctx, zone }: Reporting, request: Pick<ReportRequest, 'from' | 'to'>): Period {
  const today = getDayIn(zone, ctx.clock.now());
  const to = request.to ?? (request.from === undefined || request.from <= today ? today : request.from);
  const from = request.from ?? addDays(to, 1 - USUAL_DAYS);
  const days = countDays(from, to);
  if (days < 1 || days > MAX_REPORT_DAYS) throw new UserError(400, { to: [notAYear] });
  return { from, to, today };
}

const createServiceNamer =
  ({ catalogue }: Reporting) =>
  (service: number): string =>
    service === NO_SERVICE
      ? 'Other'
      : (catalogue.current().services.find(({ type }) => type === service)?.words.name.en ?? `Service ${service}`);

export async function reportFile(reporting: Reporting, { table, ...request }: ReportRequest & { table: TableName }) {
  const report = await readShopReport(reporting, request);
  const name = `${table}-${report.from}-${report.to}.csv`;
  const sales = table === 'everything' ? await listAllSales(reporting, report) : [];
  return { name, text: formatCsvTable(table, { report, sales, serviceName: createServiceNamer(reporting) }) };
}

/** All sales by day, in every currency. */
async function listAllSales(reporting: Reporting, period: Period): Promise<readonly Sale[]> {
  const { reads: orm } = reporting.ctx.db;
  const { stored: storedDays, live } = await toParts(reporting, period);
  const old = storedDays === NO_DAYS ? [] : (await queries.readDays(orm, storedDays)).sales;
  return live ? [...old, ...(await listSales(orm, live))] : old;
}
