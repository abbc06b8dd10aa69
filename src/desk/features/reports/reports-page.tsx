// The reports for a period and a currency, both in the address.

import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { getCurrencyCode, showMoney } from '#lib/money/money.ts';
import { addDays, countDays } from '#lib/time/days.ts';
import { describeMissingDays, isMissing } from '#modules/reports/rules.ts';
import type { ShopReport, TableName } from '#modules/reports/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import button from '#ui/styles/button.module.css';
import { getAddress } from '../../shared/api/client.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import form from '../../shared/forms/form.module.css';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { type Tile, Tiles } from '../../shared/layout/tiles.tsx';
import { SearchLink } from '../../shared/routing/search-link.tsx';
import { useChangeSearch } from '../../shared/routing/use-change-search.ts';
import { MonthBooks, VatReport } from './books.tsx';
import { ReportCharts } from './figures.tsx';
import styles from './reports-page.module.css';
import { SubscriptionTiles } from './subscriptions.tsx';
import { waitText } from './wait-text.ts';

const periods = [7, 30, 90, 365] as const;
/** Days are being counted: look again. */
const MISSING_MS = 10_000;

export function ReportsPage(): ReactNode {
  const { from, to, currency } = useSearch({ from: '/reports' });
  const query = useQuery({
    ...deskQuery('GET /api/reports', {
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(currency === undefined ? {} : { currency: Number(currency) }),
    }),
    refetchInterval: ({ state: { data } }) => (data && isMissing(data) ? MISSING_MS : false),
  });
  return (
    <>
      <PageHead title="Reports">
        <Button text="Print" onClick={() => print()} />
      </PageHead>
      <DeskQueryState query={query}>
        {(report) => (
          <>
            <Period key={`${report.from} ${report.to} ${report.currency}`} report={report} />
            {isMissing(report) ? (
              <p className={styles.behind} role="status">
                {describeMissingDays(report)}
              </p>
            ) : null}
            {/* Without any counted day, zeros would be wrong. */}
            {report.until < report.from && isMissing(report) ? null : (
              <>
                <Tiles tiles={toTiles(report)} />
                <SubscriptionTiles report={report} />
                <ReportCharts report={report} getFilePath={(table) => getFilePath(report, table)} />
                <VatReport report={report} />
                <MonthBooks report={report} />
              </>
            )}
          </>
        )}
      </DeskQueryState>
    </>
  );
}

const getFilePath = ({ from, to, currency }: ShopReport, table: TableName): string =>
  getAddress('GET /api/reports/table', { from, to, currency, table });

function Period({ report }: { readonly report: ShopReport }) {
  const { today, currency, zone } = report;
  const [from, setFrom] = useState(report.from);
  const [to, setTo] = useState(report.to);
  const currencyId = useId();
  const { all } = useCurrencies();
  const changeSearch = useChangeSearch();
  const send = (event: FormEvent) => {
    event.preventDefault();
    changeSearch({ from, to }, { replace: false });
  };
  const days = report.to === today ? countDays(report.from, report.to) : 0;
  return (
    <form className={styles.period} onSubmit={send}>
      <nav aria-label="Period" className={styles.choices}>
        {periods.map((each) => (
          <SearchLink key={each} className={button.quiet} isCurrent={each === days} changes={{ from: addDays(today, 1 - each), to: today }}>
            {each} days
          </SearchLink>
        ))}
      </nav>
      <label>
        From <input className={form.input} type="date" required value={from} max={to} onChange={(event) => setFrom(event.target.value)} />
      </label>
      <label>
        To <input className={form.input} type="date" required value={to} min={from} onChange={(event) => setTo(event.target.value)} />
      </label>
      <Button text="Show" type="submit" />
      {all.length > 1 ? (
        <label htmlFor={currencyId}>
          <span id={`${currencyId}-name`}>Currency</span>
          <select
            id={currencyId}
            aria-labelledby={`${currencyId}-name`}
            className={form.input}
            value={currency}
            onChange={(event) => changeSearch({ currency: event.target.value }, { replace: false })}
          >
            {all.map((each) => (
              <option key={each} value={each}>
                {getCurrencyCode(each)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <p className={styles.zone}>{zone === 'UTC' ? 'Days in UTC' : `Days in ${zone.split('/').at(-1)?.replaceAll('_', ' ')} time`}</p>
    </form>
  );
}

const formatShare = (part: number, whole: number): string => (whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`);

function toTiles({ total, coupons, makers, currency, takenBack }: ShopReport): Tile[] {
  const pieces = (key: 'delivered' | 'timed' | 'onTime') => makers.reduce((all, row) => all + row[key], 0);
  const formatAmount = (amount: number) => showMoney({ amount, currency }, 'en');
  const back = total.toSource + total.toBalance + total.toCredit;
  const uses = coupons.reduce((all, each) => all + each.uses, 0);
  return [
    { name: 'Revenue after refunds', value: formatAmount(total.net), note: `${formatAmount(total.gross)} paid` },
    { name: 'Orders paid', value: total.orders, note: `in ${getCurrencyCode(currency)}` },
    {
      name: 'Refunded',
      value: formatAmount(back),
      note: `${formatAmount(total.toSource)} to cards, ${formatAmount(total.toBalance + total.toCredit)} to balances`,
    },
    ...(takenBack === 0 ? [] : [{ name: 'Taken back by banks', value: formatAmount(takenBack), note: 'lost disputes, owed by customers' }]),
    {
      name: 'Coupons',
      value: formatAmount(coupons.reduce((all, each) => all + each.given, 0)),
      note: uses === 0 ? 'not used' : uses === 1 ? 'used once' : `used ${uses.toLocaleString('en')} times`,
    },
    {
      name: 'Orders on time',
      value: formatShare(total.onTime, total.delivered),
      note: `${total.delivered.toLocaleString('en')} delivered`,
    },
    {
      name: 'Pieces on time',
      value: formatShare(pieces('onTime'), pieces('timed')),
      note: `${pieces('delivered').toLocaleString('en')} delivered, all currencies`,
    },
    {
      name: 'First reply',
      value: total.answered === 0 ? '—' : waitText(total.answerSeconds / total.answered),
      note: `${total.answered.toLocaleString('en')} answered, ${formatShare(total.answeredSoon, total.answered)} within a day`,
    },
  ];
}
