// Turns facts of days into the figures of the reports page. Pure.
import type { CurrencyNumber } from '#lib/money/money.ts';
import { type DailyWork, type Flow, type ReportFigures, type Sale, sumMakers } from './rules.ts';
import { funnelSteps, type ReportMoney, type ShopReport } from './shapes.ts';

export type ReportSpan = Pick<ShopReport, 'from' | 'to' | 'today' | 'zone' | 'currency' | 'until' | 'takenBack'>;
type Visited = { readonly step: string; readonly count: number };
type Names = { readonly service: (service: number) => string; readonly code: (couponId: string) => string };
/** `currencies`: in the order of the report. */
type NamesInOrder = Names & { readonly currencies: readonly CurrencyNumber[] };

const columns = ['orders', 'gross', 'discount', 'toSource', 'toBalance', 'toCredit'] as const;

const sumRows = <Row extends object>(rows: readonly Row[], name: keyof Row): number =>
  rows.reduce((all, row) => all + Number(row[name]), 0);

export function sumMoney(sales: readonly Pick<Sale, (typeof columns)[number]>[]): ReportMoney {
  const [orders = 0, gross = 0, discount = 0, toSource = 0, toBalance = 0, toCredit = 0] = columns.map((name) => sumRows(sales, name));
  return { orders, gross, discount, toSource, toBalance, toCredit, net: gross - toSource - toBalance - toCredit };
}

const sumWork = (work: readonly Pick<DailyWork, 'delivered' | 'onTime'>[]) => ({
  delivered: sumRows(work, 'delivered'),
  onTime: sumRows(work, 'onTime'),
});
const sumAnswers = (flow: readonly Flow[]) => ({
  tickets: sumRows(flow, 'tickets'),
  answered: sumRows(flow, 'answered'),
  answerSeconds: sumRows(flow, 'answerSeconds'),
  answeredSoon: sumRows(flow, 'answeredSoon'),
});

export function sumReport(
  span: ReportSpan,
  days: readonly string[],
  figures: ReportFigures,
  visits: readonly Visited[],
  known: NamesInOrder,
): ShopReport {
  const sales = { day: Map.groupBy(figures.byDay, ({ day }) => day), service: Map.groupBy(figures.byService, ({ service }) => service) };
  const work = {
    day: Map.groupBy(figures.workByDay, ({ day }) => day),
    service: Map.groupBy(figures.workByService, ({ service }) => service),
  };
  const flow = Map.groupBy(figures.flow, ({ day }) => day);
  const services = [...new Set([...sales.service.keys(), ...work.service.keys()])].toSorted((a, b) => a - b);
  return {
    ...span,
    days: days.map((day) => ({
      day,
      ...sumMoney(sales.day.get(day) ?? []),
      ...sumWork(work.day.get(day) ?? []),
      ...sumAnswers(flow.get(day) ?? []),
    })),
    services: services.map((service) => ({
      service,
      name: known.service(service),
      ...sumMoney(sales.service.get(service) ?? []),
      ...sumWork(work.service.get(service) ?? []),
    })),
    currencies: known.currencies.flatMap((currency) => {
      const own = figures.byCurrency.filter((sale) => sale.currency === currency);
      return own.length > 0 ? [{ currency, ...sumMoney(own) }] : [];
    }),
    makers: sumMakers(figures.makers, ({ maker }) => maker).toSorted((a, b) => b.delivered - a.delivered || b.taken - a.taken),
    coupons: sumCoupons(figures, span, known),
    funnel: funnelSteps.map((step) => ({ step, count: countStep(step, figures, visits) })),
    total: { ...sumMoney(figures.byDay), ...sumWork(figures.workByDay), ...sumAnswers(figures.flow) },
  };
}

const sumCoupons = ({ coupons }: ReportFigures, { currency }: ReportSpan, { code }: Names): ShopReport['coupons'] =>
  [...Map.groupBy(coupons, ({ couponId }) => couponId)]
    .map(([couponId, rows]) => ({ code: code(couponId), currency, uses: sumRows(rows, 'uses'), given: sumRows(rows, 'given') }))
    .toSorted((a, b) => b.given - a.given || a.code.localeCompare(b.code));

const countStep = (step: ShopReport['funnel'][number]['step'], { flow }: ReportFigures, visits: readonly Visited[]): number =>
  step === 'placed' || step === 'paid'
    ? sumRows(flow, step)
    : sumRows(
        visits.filter((visit) => visit.step === step),
        'count',
      );
