// Facts of days made into what the page of reports shows. Pure.
import { type CurrencyNumber, currencyNumbers } from '../../lib/money.ts';
import type { Visits } from './queries-reports.ts';
import type { Facts, Sale } from './rules-reports.ts';
import { funnelSteps, type Money, type Report } from './shapes-reports.ts';

export type Span = Pick<Report, 'from' | 'to' | 'today' | 'zone' | 'currency' | 'until'>;
type Names = { readonly service: (service: number) => string; readonly code: (couponId: string) => string };

const columns = ['orders', 'gross', 'discount', 'toSource', 'toBalance', 'toCredit'] as const;

const sumOf = <Row extends object>(rows: readonly Row[], name: keyof Row): number => rows.reduce((all, row) => all + Number(row[name]), 0);

export function moneyOf(sales: readonly Sale[]): Money {
  const [orders = 0, gross = 0, discount = 0, toSource = 0, toBalance = 0, toCredit = 0] = columns.map((name) => sumOf(sales, name));
  return { orders, gross, discount, toSource, toBalance, toCredit, net: gross - toSource - toBalance - toCredit };
}

const workOf = (work: Facts['work']) => ({ delivered: sumOf(work, 'delivered'), onTime: sumOf(work, 'onTime') });
const answersOf = (flow: Facts['flow']) => ({
  ...{ tickets: sumOf(flow, 'tickets'), answered: sumOf(flow, 'answered') },
  ...{ answerSeconds: sumOf(flow, 'answerSeconds'), answeredSoon: sumOf(flow, 'answeredSoon') },
});

export function foldReport(span: Span, days: readonly string[], facts: Facts, visits: readonly Visits[], names: Names): Report {
  const sales = facts.sales.filter(({ currency }) => currency === span.currency);
  const salesBy = { day: Map.groupBy(sales, ({ day }) => day), service: Map.groupBy(sales, ({ service }) => service) };
  const workBy = { day: Map.groupBy(facts.work, ({ day }) => day), service: Map.groupBy(facts.work, ({ service }) => service) };
  const flowBy = Map.groupBy(facts.flow, ({ day }) => day);
  const services = [...new Set([...salesBy.service.keys(), ...workBy.service.keys()])].toSorted((one, other) => one - other);
  return {
    ...span,
    days: days.map((day) => ({
      ...{ day, ...moneyOf(salesBy.day.get(day) ?? []), ...workOf(workBy.day.get(day) ?? []), ...answersOf(flowBy.get(day) ?? []) },
    })),
    services: services.map((service) => ({
      ...{ service, name: names.service(service) },
      ...{ ...moneyOf(salesBy.service.get(service) ?? []), ...workOf(workBy.service.get(service) ?? []) },
    })),
    currencies: currencyNumbers.flatMap((currency) => {
      const own = facts.sales.filter((sale) => sale.currency === currency);
      return own.length > 0 ? [{ currency, ...moneyOf(own) }] : [];
    }),
    coupons: couponRows(facts, span.currency, names),
    funnel: funnelSteps.map((step) => ({ step, count: countOf(step, facts, visits) })),
    total: { ...moneyOf(sales), ...workOf(facts.work), ...answersOf(facts.flow) },
  };
}

function couponRows({ coupons }: Facts, currency: CurrencyNumber, { code }: Names): Report['coupons'] {
  const own = Map.groupBy(
    coupons.filter((each) => each.currency === currency),
    ({ couponId }) => couponId,
  );
  return [...own]
    .map(([couponId, rows]) => ({ code: code(couponId), currency, uses: sumOf(rows, 'uses'), given: sumOf(rows, 'given') }))
    .toSorted((one, other) => other.given - one.given || one.code.localeCompare(other.code));
}

const countOf = (step: Report['funnel'][number]['step'], { flow }: Facts, visits: readonly Visits[]): number =>
  step === 'placed' || step === 'paid'
    ? sumOf(flow, step)
    : sumOf(
        visits.filter((visit) => visit.step === step),
        'count',
      );
