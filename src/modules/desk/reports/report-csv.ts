// Report tables as CSV: amounts in whole units with decimals, ISO days. Pure.
import { type Cell, csvOf } from '../../../lib/csv.ts';
import { currencyCode, decimalMoney } from '../../../lib/money/money.ts';
import type { Sale } from './rules.ts';
import { isMissing, isProgram, missingText } from './rules.ts';
import type { ReportMoney, ShopReport, TableName } from './shapes.ts';
import { moneyOf } from './sum-report.ts';

type ReportData = { readonly report: ShopReport; readonly sales: readonly Sale[]; readonly serviceName: (service: number) => string };
type Table = { readonly head: readonly string[]; readonly rows: (data: ReportData) => Cell[][] };

const amount = (minor: number): Cell => ({ exact: decimalMoney(minor) });
const moneyHead = ['orders', 'paid', 'discount', 'refunded to source', 'refunded to balance', 'refunded to credit', 'net'];
const moneyCells = ({ orders, gross, discount, toSource, toBalance, toCredit, net }: ReportMoney): Cell[] => [
  orders,
  ...[gross, discount, toSource, toBalance, toCredit, net].map(amount),
];
const workHead = ['delivered', 'on time'];
const workCells = ({ delivered, onTime }: { delivered: number; onTime: number }): Cell[] => [delivered, onTime];

const tables: Readonly<Record<TableName, Table>> = {
  days: {
    head: ['day', 'currency', ...moneyHead, ...workHead, 'tickets', 'first answers', 'within a day', 'hours waited'],
    rows: ({ report }) =>
      report.days.map((row) => [
        ...[row.day, currencyCode(report.currency), ...moneyCells(row), ...workCells(row)],
        ...[row.tickets, row.answered, row.answeredSoon, { exact: (row.answerSeconds / 3_600).toFixed(2) }],
      ]),
  },
  services: {
    head: ['service', 'currency', ...moneyHead, ...workHead],
    rows: ({ report }) => report.services.map((row) => [row.name, currencyCode(report.currency), ...moneyCells(row), ...workCells(row)]),
  },
  makers: {
    head: ['maker', 'by a program', 'taken', 'delivered', 'revised', 'with a clock', 'on time', 'on time share', 'hours per piece'],
    rows: ({ report }) =>
      report.makers.map(({ maker, name, taken, delivered, revised, timed, onTime, worked, workSeconds }) => [
        ...[name, isProgram(maker) ? 'yes' : 'no', taken, delivered, revised, timed, onTime],
        ...[
          timed > 0 ? { exact: (onTime / timed).toFixed(4) } : '',
          worked > 0 ? { exact: (workSeconds / worked / 3_600).toFixed(2) } : '',
        ],
      ]),
  },
  currencies: {
    head: ['currency', ...moneyHead],
    rows: ({ report }) => report.currencies.map((row) => [currencyCode(row.currency), ...moneyCells(row)]),
  },
  coupons: {
    head: ['code', 'currency', 'uses', 'given'],
    rows: ({ report }) => report.coupons.map(({ code, currency, uses, given }) => [code, currencyCode(currency), uses, amount(given)]),
  },
  funnel: { head: ['step', 'count'], rows: ({ report }) => report.funnel.map(({ step, count }) => [step, count]) },
  everything: {
    head: ['day', 'service', 'currency', ...moneyHead],
    rows: ({ sales, serviceName }) =>
      sales.map((sale) => [sale.day, serviceName(sale.service), currencyCode(sale.currency), ...moneyCells(moneyOf([sale]))]),
  },
};

export function csvTable(name: TableName, input: ReportData): string {
  const { head, rows } = tables[name];
  // The note's row has as many cells as the others.
  const note = isMissing(input.report) ? [head.map((_, index) => (index === 0 ? missingText(input.report) : ''))] : [];
  return csvOf(head, [...rows(input), ...note]);
}
