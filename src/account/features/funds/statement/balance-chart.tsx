// Chart of the balance over time, with a text alternative and the figures as a table.

import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import { showMoment } from '#lib/time/date.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { usePage } from '#ui/page/context.ts';
import { loadedQuery } from '../../../api/queries.ts';
import { listAllTransfers } from './all-transfers.ts';
import css from './balance-chart.module.css';
import { drawBalance, listDayEnds } from './balance-chart-points.ts';

/** One point does not make a line. */
const MIN_POINTS = 2;

export function BalanceChart({ currency }: { currency: CurrencyNumber }) {
  const { t } = useLingui();
  const { locale, shell } = usePage();
  const title = useId();
  const readAt = useNow();
  const { data } = useQuery(loadedQuery(['all movements', currency], (signal) => listAllTransfers(currency, signal)));
  // The statement above shows load errors.
  if (!data || data.lines.length < MIN_POINTS) return null;
  const moments = data.lines.toReversed();
  const { path, most } = drawBalance(moments, new Date(readAt));
  const formatAmount = (amount: number) => showMoney({ amount, currency }, locale);
  const day = (iso: string) => showMoment(iso, shell.dateLocale, locale);
  const ends = listDayEnds(moments, (at) => day(at).shown);
  const [first, last] = [moments[0], moments.at(-1)];
  const from = first ? day(first.at).shown : '';
  const now = last ? formatAmount(last.balanceAfter) : '';
  return (
    <section className={css.plot} aria-labelledby={title}>
      <h3 id={title}>{t`Your balance over time`}</h3>
      <div className={css.scale}>
        <span>{formatAmount(most)}</span>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={t`Since ${from}, your balance was ${formatAmount(most)} at most; it’s now ${now}. See the table below.`}
        >
          <path className={css.area} d={`${path}V100H0Z`} />
          <path className={css.line} d={path} />
        </svg>
        <span>{formatAmount(0)}</span>
      </div>
      <p className={css.times} aria-hidden="true">
        <span>{from}</span>
        <span>{t`now`}</span>
      </p>
      {data.cut ? <p className={css.cut}>{t`Older transactions aren’t shown in the chart.`}</p> : null}
      <details className={css.figures}>
        <summary>{t`Show as table`}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t`At the end of`}</th>
              <th scope="col">{t`Balance`}</th>
            </tr>
          </thead>
          <tbody>
            {ends.map(({ id, at, balanceAfter }) => (
              <tr key={id}>
                <th scope="row" lang={day(at).lang}>
                  {day(at).shown}
                </th>
                <td>{formatAmount(balanceAfter)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
