// The reports of a period: days that are over as they were reckoned, and the rest, today above all, as it is in this moment.
import type { Ground } from '../../infra/ground.ts';
import { addDays, countDays, dayIn, listDays } from '../../lib/days.ts';
import { type CurrencyNumber, defaultCurrency } from '../../lib/money.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { CatalogueRoom } from '../catalogue/actions.ts';
import { codesOf } from '../coupons/actions.ts';
import { foldReport } from './fold-report.ts';
import * as queries from './queries-reports.ts';
import { firstDay, sumDays } from './reckon.ts';
import { csvTable } from './report-tables.ts';
import { type Facts, NO_SERVICE } from './rules-reports.ts';
import { MOST_DAYS, notAYear, type Report, type ReportAsk, type TableName } from './shapes-reports.ts';

export type Reporting = {
  readonly ground: Ground;
  readonly catalogue: Pick<CatalogueRoom, 'current'>;
  /** The shop's own. */
  readonly zone: string;
};

/** Without a wish. */
const USUAL_DAYS = 30;
/** Not reckoned yet, and summed while somebody waits: more would grow with the shop. The job has them within the hour. */
const MOST_LIVE_DAYS = 40;

const nothing: Facts = { sales: [], work: [], coupons: [], flow: [] };

async function factsOf({ ground, zone }: Reporting, { from, to }: { from: string; to: string }, today: string) {
  const { orm } = ground.db;
  const first = (await firstDay(orm, zone)) ?? today;
  const reckoned = await queries.reckonedUntil(orm, zone, first);
  const begin = reckoned === undefined ? first : addDays(reckoned, 1);
  const isBehind = countDays(begin, today) > MOST_LIVE_DAYS;
  const last = isBehind ? addDays(begin, -1) : today;
  const live = { from: from > begin ? from : begin, to: to < last ? to : last, zone };
  const kept =
    reckoned === undefined || reckoned < from ? nothing : await queries.readDays(orm, { from, to: reckoned < to ? reckoned : to });
  const now = live.from <= live.to ? await sumDays(orm, live) : nothing;
  const both = <Name extends keyof Facts>(name: Name) => [...kept[name], ...now[name]] as unknown as Facts[Name];
  return {
    facts: { sales: both('sales'), work: both('work'), coupons: both('coupons'), flow: both('flow') },
    until: to < last ? to : last,
  };
}

export async function reportOf(reporting: Reporting, ask: ReportAsk): Promise<{ report: Report; facts: Facts }> {
  const { ground, zone } = reporting;
  const today = dayIn(zone, ground.clock.now());
  const to = ask.to ?? (ask.from === undefined || ask.from <= today ? today : ask.from);
  const from = ask.from ?? addDays(to, 1 - USUAL_DAYS);
  const days = countDays(from, to);
  if (days < 1 || days > MOST_DAYS) throw new Refusal(400, { to: [notAYear] });
  const { facts, until } = await factsOf(reporting, { from, to }, today);
  const currency: CurrencyNumber = ask.currency ?? defaultCurrency;
  const visits = await queries.visitsOf(ground.db.orm, { from, to });
  const ids = [...new Set(facts.coupons.map(({ couponId }) => couponId))];
  const codes = new Map((ids.length > 0 ? await codesOf(ground.db.orm, ids) : []).map(({ id, code }) => [id, code]));
  const names = { service: serviceName(reporting), code: (id: string) => codes.get(id) ?? id };
  return { report: foldReport({ from, to, today, zone, currency, until }, listDays(from, to), facts, visits, names), facts };
}

const serviceName =
  ({ catalogue }: Reporting) =>
  (service: number): string =>
    service === NO_SERVICE
      ? 'For no service'
      : (catalogue.current().services.find(({ type }) => type === service)?.words.name.en ?? `Service ${service}`);

export async function reportFile(reporting: Reporting, { table, ...ask }: ReportAsk & { table: TableName }) {
  const { report, facts } = await reportOf(reporting, ask);
  const whole = { report, sales: facts.sales, serviceName: serviceName(reporting) };
  return { name: `${table}-${report.from}-${report.to}.csv`, text: csvTable(table, whole) };
}
