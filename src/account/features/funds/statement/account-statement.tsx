// Statement of the account in the chosen currency: what was invoiced and paid in a period, and what is owed,
// with PDF and CSV. Not shown before there is an invoice.
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CurrencyNumber, getCurrencyCode, showMoney } from '#lib/money/money.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { saveDownload } from '#ui/api/save-download.ts';
import { Button } from '#ui/display/button.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { usePage } from '#ui/page/context.ts';
import type { Output } from '../../../../api.ts';
import { apiQuery } from '../../../api/queries.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import { DayText } from '../../../shared/date-time.tsx';
import css from './account-statement.module.css';
import list from './statement.module.css';

type Statement = Output<'GET /api/account-statement'>;
const TITLE = 'account-statement';
const formats = ['pdf', 'csv'] as const;

export function AccountStatement({ currency }: { readonly currency: CurrencyNumber }) {
  const [{ from, until }, setPeriod] = useState({ from: '', until: '' });
  const request = { currency, ...(from ? { from } : {}), ...(until ? { until } : {}) };
  const query = useQuery({ ...apiQuery('GET /api/account-statement', request), placeholderData: keepPreviousData });
  const { t } = useLingui();
  const { failure, busy, run } = useMutation(ApiError);
  const isEmpty = query.data === undefined || (query.data.lines.length <= 2 && query.data.opening === 0);
  if (isEmpty && from === '' && until === '') return null;
  const save = (format: 'pdf' | 'csv') =>
    void run(() =>
      saveDownload(`statement-${getCurrencyCode(currency)}.${format}`, 'GET /api/account-statement/file', { ...request, format }),
    );
  return (
    <section className={list.statement} aria-labelledby={TITLE}>
      <div className={list.head}>
        <h2 id={TITLE} tabIndex={-1}>
          <Trans>Statement of account</Trans>
        </h2>
      </div>
      <Period from={from} until={until} shown={query.data} onPeriod={setPeriod} />
      <QueryState wide query={query} waiting={null}>
        {(statement) => <Lines statement={statement} />}
      </QueryState>
      <div className={list.acts}>
        {formats.map((format) => (
          <Button key={format} text={format.toUpperCase()} about={t`Statement of account`} busy={busy} onClick={() => save(format)} />
        ))}
        <FieldErrorText error={failure} />
      </div>
    </section>
  );
}

type PeriodProps = {
  readonly from: string;
  readonly until: string;
  readonly shown: Statement | undefined;
  readonly onPeriod: (period: { from: string; until: string }) => void;
};

function Period({ from, until, shown, onPeriod }: PeriodProps) {
  const { t } = useLingui();
  const day = (name: 'from' | 'until', label: string, value: string) => (
    <TextField
      field={{ id: `${TITLE}-${name}`, name, value, error: undefined, change: (chosen) => onPeriod({ from, until, [name]: chosen }) }}
      label={label}
      type="date"
    />
  );
  return (
    <div className={css.period}>
      {day('from', t`From`, from || (shown?.from ?? ''))}
      {day('until', t`Until`, until || (shown?.until ?? ''))}
    </div>
  );
}

function Lines({ statement: { currency, lines } }: { readonly statement: Statement }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const money = (amount: number) => showMoney({ amount, currency }, locale);
  return (
    <div className={list.list}>
      <table>
        <caption className="unseen">{t`Statement of account`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Entry`}</th>
            <th scope="col">{t`Amount`}</th>
            <th scope="col">{t`Balance`}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, day, text, number, amount, balance }) => (
            <tr key={id}>
              <th scope="row">
                {amount === null ? <b>{text}</b> : text} {number ? <span className={css.number}>{number}</span> : null}
                <small className={css.day}>
                  <DayText iso={`${day}T12:00:00`} />
                </small>
              </th>
              <td>{amount === null ? null : money(amount)}</td>
              <td>{money(balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
