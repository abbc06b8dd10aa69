// Orders, the newest first; what they are filtered by stands in the address.
import type { DeskSent } from '../../../desk-api.ts';
import { currencyCode, currencyNumbers } from '../../../lib/money/money.ts';
import type { OrderRow } from '../../../modules/desk/orders/shapes-orders.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { askSoon, useAskedList } from '../../shared/api/query-cache.ts';
import { Answer } from '../../shared/api/query-state.tsx';
import { Link, usePlace } from '../../shared/browser/location.tsx';
import { Filters, ownZone, Pages } from '../../shared/forms/filters.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { Money } from '../../shared/values/money.tsx';
import { OrderStatus, orderStatuses } from '../../shared/values/status.tsx';

const PAGE = 50;
const statusOptions = Object.entries(orderStatuses).map(([value, { label }]) => ({ value, label }));
const currencyOptions = currencyNumbers.map((currency) => ({ value: String(currency), label: currencyCode(currency) }));

function sentFor(params: URLSearchParams): DeskSent<'GET /api/orders'> {
  const of = (name: string) => params.get(name) ?? undefined;
  return {
    ...{ status: of('status'), service: of('service'), currency: of('currency'), from: of('from'), until: of('until') },
    ...(of('from') || of('until') ? { zone: ownZone() } : {}),
    ...{ customer: of('customer'), before: of('before'), limit: PAGE },
  };
}

export const ahead = (params: URLSearchParams): void => askSoon('GET /api/orders', sentFor(params));

export function Page() {
  const { searchParams } = usePlace();
  const asked = useAskedList('GET /api/orders', sentFor(searchParams));
  const services = (asked.data?.services ?? []).map(({ type, name }) => ({ value: String(type), label: name }));
  return (
    <>
      <PageHead title="Orders" />
      <Filters
        filters={[
          { name: 'status', label: 'Status', options: statusOptions },
          { name: 'service', label: 'Service', options: services },
          { name: 'currency', label: 'Currency', options: currencyOptions },
          { name: 'from', label: 'From', type: 'date' },
          { name: 'until', label: 'Until', type: 'date' },
        ]}
      />
      <Answer of={asked}>
        {({ orders, more }) =>
          orders.length === 0 ? (
            <Empty kind="filtered" title="No order is like that" />
          ) : (
            <>
              <OrderTable orders={orders} />
              <Pages last={orders.at(-1)?.id} more={more} />
            </>
          )
        }
      </Answer>
    </>
  );
}

export function OrderTable({ orders }: { readonly orders: readonly OrderRow[] }) {
  return (
    <Table label="Orders" heads={['Order', 'When', 'What', 'Customer', 'Status', { name: 'Price', num: true }]}>
      {orders.map(({ id, number, createdAt, what, customer, status, inRevision, price, currency }) => (
        <tr key={id}>
          <td className={cell.least}>
            <Link href={`/orders/${id}`}>{number}</Link>
          </td>
          <td className={cell.least}>
            <Moment at={createdAt} />
          </td>
          <td className={cell.grow}>{what}</td>
          <td className={cell.grow}>{customer ? <Link href={`/customers/${customer.id}`}>{customer.name}</Link> : '—'}</td>
          <td>
            <OrderStatus of={status} inRevision={inRevision} />
          </td>
          <td className={cell.num}>
            <Money amount={price} currency={currency} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
