// What a client was invoiced, credited and has paid in a period, and what is owed.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type CurrencyNumber, getCurrencyCode } from '#lib/money/money.ts';
import { ButtonLink } from '#ui/display/button.tsx';
import { getAddress } from '../../shared/api/client.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { deskListQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Filters } from '../../shared/forms/filters.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatMoney, listCurrencyOptions } from '../../shared/values/money.tsx';

export function AccountPanel({ id, currency }: { readonly id: string; readonly currency: CurrencyNumber }) {
  const search = useSearch({ from: '/customers/$id' });
  const request = { currency, ...search, customerId: id };
  const others = useCurrencies().all.filter((each) => each !== currency);
  const query = useQuery(deskListQuery('GET /api/customer/account', request));
  const file = (format: 'pdf' | 'csv') => getAddress('GET /api/customer/account/file', { ...request, format });
  return (
    <Panel
      title="Statement of account"
      beside={
        <span>
          <ButtonLink text="PDF" about="of the statement" small href={file('pdf')} download />{' '}
          <ButtonLink text="CSV" about="of the statement" small href={file('csv')} download />
        </span>
      }
    >
      <Filters
        values={search}
        filters={[
          ...(others.length > 0
            ? [{ name: 'currency', label: 'Currency', options: listCurrencyOptions(others), none: getCurrencyCode(currency) }]
            : []),
          { name: 'from', label: 'From', type: 'date' },
          { name: 'until', label: 'Until', type: 'date' },
        ]}
      />
      <DeskQueryState query={query}>
        {(statement) => (
          <Table
            label={`Statement of account in ${getCurrencyCode(statement.currency)}`}
            cards
            heads={['Date', 'Entry', { name: 'Amount', num: true }, { name: 'Balance', num: true }]}
          >
            {statement.lines.map(({ id: lineId, day, text, number, amount, balance }) => (
              <tr key={lineId}>
                <td className={cell.least}>{formatMoment(day, 'day')}</td>
                <td className={cell.grow}>{amount === null ? <b>{text}</b> : `${text} ${number}`}</td>
                <td className={cell.num}>{amount === null ? null : formatMoney(amount, statement.currency)}</td>
                <td className={cell.num}>{formatMoney(balance, statement.currency)}</td>
              </tr>
            ))}
          </Table>
        )}
      </DeskQueryState>
    </Panel>
  );
}
