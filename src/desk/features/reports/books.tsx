// VAT by country and rate, and the books of a month for the accountant.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { getCountryName } from '#lib/locale.ts';
import { getCurrencyCode } from '#lib/money/money.ts';
import { showRate } from '#lib/money/rate.ts';
import type { ShopReport } from '#modules/reports/shapes.ts';
import { ButtonLink } from '#ui/display/button.tsx';
import { getAddress } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import form from '../../shared/forms/form.module.css';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { Figure } from './figure.tsx';
import styles from './reports-page.module.css';

const reasons: Readonly<Record<string, string>> = {
  '': '',
  none: 'no VAT',
  zero: 'zero rate',
  exempt: 'exempt',
  outside: 'outside the scope',
  reverse: 'reverse charge',
};
const heads = ['Country', 'Rate', ...['Documents', 'Net', 'VAT', 'Gross'].map((name) => ({ name, num: true }))];

type Props = { readonly report: Pick<ShopReport, 'from' | 'to' | 'today'> };

export function VatReport({ report: { from, to } }: Props) {
  const query = useQuery(deskQuery('GET /api/reports/vat', { from, to }));
  return (
    <DeskQueryState query={query}>
      {({ rows }) => (
        <Figure
          title="VAT by country and rate"
          about={
            rows.length === 0
              ? 'No invoices or credit notes in this period.'
              : 'Invoices less credit notes, by the day of issue. The country is the buyer’s. This is not advice: ask your accountant.'
          }
          open
          table={
            rows.length === 0 ? null : (
              <Table label="VAT by country and rate: figures" heads={heads}>
                {rows.map(({ country, currency, rate, why, documents, net, vat, gross }) => (
                  <tr key={`${country} ${currency} ${rate} ${why}`}>
                    <th scope="row">{getCountryName(country, 'en')}</th>
                    <td>{rate === 0 ? reasons[why] || '0%' : showRate(rate, 'en')}</td>
                    <td className={cell.num}>
                      <Link
                        to="/invoices"
                        search={{ from, until: to, currency: String(currency) }}
                        title={`Invoices in ${getCurrencyCode(currency)}`}
                      >
                        {documents.toLocaleString('en')}
                      </Link>
                    </td>
                    {[net, vat, gross].map((amount, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: The cells have places, and may be equal.
                      <td key={index} className={cell.num}>
                        {formatMoney(amount, currency)}
                      </td>
                    ))}
                  </tr>
                ))}
              </Table>
            )
          }
        />
      )}
    </DeskQueryState>
  );
}

const MONTHS = 24;

/** Newest first. */
function listMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) => new Date(Date.UTC(year, month - 1 - index)).toISOString().slice(0, 'yyyy-mm'.length));
}

const formatMonth = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function MonthBooks({ report: { today } }: Props) {
  const months = listMonths(today);
  // The month that is over.
  const [month, setMonth] = useState(months[1] ?? '');
  const id = useId();
  if (!useMay('books.download')) return null;
  return (
    <Figure
      title="Books of a month"
      about="One ZIP file for the accountant: invoices and credit notes as PDF, with their e-invoice where its data is complete; documents, VAT and ledger as CSV; a batch for DATEV of those in euro, with accounts of SKR03."
      table={
        <div className={styles.period}>
          <label htmlFor={id}>
            Month
            <select id={id} className={form.input} value={month} onChange={(event) => setMonth(event.target.value)}>
              {months.map((each) => (
                <option key={each} value={each}>
                  {formatMonth(each)}
                </option>
              ))}
            </select>
          </label>
          <ButtonLink text="Download" href={getAddress('GET /api/books', { month })} download />
          <ButtonLink text="Without the documents" href={getAddress('GET /api/books', { month, documents: 'without' })} download />
        </div>
      }
      open
    />
  );
}
