// Report tables as CSV: amounts in whole units with decimals, ISO days. Pure.
import { type Cell, formatCsv } from '#lib/csv.ts';
import { type CurrencyNumber, formatDecimal, getCurrencyCode } from '#lib/money/money.ts';
import { describeMissingDays, formatMakerName, funnelLabels, isMissing, isProgram, type Sale } from './rules.ts';
import type { ReportMoney, ShopReport, TableName } from './shapes.ts';
import { sumMoney } from './sum-report.ts';

type ReportData = { readonly report: ShopReport; readonly sales: readonly Sale[]; readonly serviceName: (service: number) => string };
type Table = { readonly head: readonly string[]; readonly rows: (data: ReportData) => Cell[][] };

const createAmountFormat =
  (currency: CurrencyNumber) =>
  (amount: number): Cell => ({ exact: formatDecimal({ amount, currency }) });
const moneyHead = ['Orders', 'Paid', 'Discount', 'Refunded to payment method', 'Refunded to balance', 'Refunded as credit', 'Net'];
const toMoneyCells = ({ orders, gross, discount, toSource, toBalance, toCredit, net }: ReportMoney, currency: CurrencyNumber): Cell[] => [
  orders,
  ...[gross, discount, toSource, toBalance, toCredit, net].map(createAmountFormat(currency)),
];
const workHead = ['Delivered', 'Delivered on time'];
const workCells = ({ delivered, onTime }: { delivered: number; onTime: number }): Cell[] => [delivered, onTime];

const tables: Readonly<Record<TableName, Table>> = {
  days: {
    head: ['Day', 'Currency', ...moneyHead, ...workHead, 'Tickets', 'First replies', 'First replies within a day', 'Hours waited'],
    rows: ({ report }) =>
      report.days.map((row) => [
        ...[row.day, getCurrencyCode(report.currency), ...toMoneyCells(row, report.currency), ...workCells(row)],
        ...[row.tickets, row.answered, row.answeredSoon, { exact: (row.answerSeconds / 3_600).toFixed(2) }],
      ]),
  },
  services: {
    head: ['Service', 'Currency', ...moneyHead, ...workHead],
    rows: ({ report }) =>
      report.services.map((row) => [row.name, getCurrencyCode(report.currency), ...toMoneyCells(row, report.currency), ...workCells(row)]),
  },
  makers: {
    head: ['Maker', 'Automatic', 'Taken', 'Delivered', 'Revised', 'With due date', 'On time', 'Share on time', 'Hours per piece'],
    rows: ({ report }) =>
      report.makers.map(({ maker, name, taken, delivered, revised, timed, onTime, worked, workSeconds }) => [
        ...[formatMakerName({ maker, name }, report.makers), isProgram(maker) ? 'yes' : 'no', taken, delivered, revised, timed, onTime],
        ...[
          timed > 0 ? { exact: (onTime / timed).toFixed(4) } : '',
          worked > 0 ? { exact: (workSeconds / worked / 3_600).toFixed(2) } : '',
        ],
      ]),
  },
  currencies: {
    head: ['Currency', ...moneyHead],
    rows: ({ report }) => report.currencies.map((row) => [getCurrencyCode(row.currency), ...toMoneyCells(row, row.currency)]),
  },
  coupons: {
    head: ['Code', 'Currency', 'Uses', 'Discount'],
    rows: ({ report }) =>
      report.coupons.map(({ code, currency, uses, given }) => [code, getCurrencyCode(currency), uses, createAmountFormat(currency)(given)]),
  },
  funnel: { head: ['Step', 'Count'], rows: ({ report }) => report.funnel.map(({ step, count }) => [funnelLabels[step], count]) },
  everything: {
    head: ['Day', 'Service', 'Currency', ...moneyHead],
    rows: ({ sales, serviceName }) =>
      sales.map((sale) => [
        sale.day,
        serviceName(sale.service),
        getCurrencyCode(sale.currency),
        ...toMoneyCells(sumMoney([sale]), sale.currency),
      ]),
  },
};

export function formatCsvTable(name: TableName, input: ReportData): string {
  const { head, rows } = tables[name];
  // The note's row has as many cells as the others.
  const note = isMissing(input.report) ? [head.map((_, index) => (index === 0 ? describeMissingDays(input.report) : ''))] : [];
  return formatCsv(head, [...rows(input), ...note]);
}
