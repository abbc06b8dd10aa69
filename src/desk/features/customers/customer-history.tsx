// Orders and invoices that a customer had in the system before; nothing if there are none.
import { useQuery } from '@tanstack/react-query';
import { getAddress } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { Panel } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';

export function CustomerHistory({ id }: { readonly id: string }) {
  const { data } = useQuery(deskQuery('GET /api/customer/history', { id }));
  if (!data || data.orders.length + data.invoices.length === 0) return null;
  return (
    <Panel title="From the system before">
      {data.orders.length > 0 ? (
        <Table label="Earlier orders" cards heads={['Order', 'Title', 'Status', 'Ordered', 'Price']}>
          {data.orders.map(({ id: key, number, title, service, status, createdAt, price, currency }) => (
            <tr key={key}>
              <td className={cell.least}>{number}</td>
              <td className={cell.grow}>{title || service}</td>
              <td className={cell.least}>{status === 'delivered' ? 'Delivered' : 'Cancelled'}</td>
              <td className={cell.least}>{formatMoment(createdAt, 'day')}</td>
              <td className={cell.least}>{formatMoney(price, currency)}</td>
            </tr>
          ))}
        </Table>
      ) : null}
      {data.invoices.length > 0 ? (
        <Table label="Earlier invoices" cards heads={['Invoice', 'Issued', 'Total', 'Unpaid']}>
          {data.invoices.map(({ id: key, number, issuedAt, total, open, currency, hasFile }) => (
            <tr key={key}>
              <td className={cell.grow}>
                {hasFile ? (
                  <a href={getAddress('GET /api/customer/history/pdf', { id: key, customer: id })} download>
                    {number}
                  </a>
                ) : (
                  number
                )}
              </td>
              <td className={cell.least}>{formatMoment(issuedAt, 'day')}</td>
              <td className={cell.least}>{formatMoney(total, currency)}</td>
              <td className={cell.least}>{open > 0 ? formatMoney(open, currency) : ''}</td>
            </tr>
          ))}
        </Table>
      ) : null}
    </Panel>
  );
}
