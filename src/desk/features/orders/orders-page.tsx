// Lists orders, newest first. The filters are in the address.

import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatNameWithQuantity } from '#modules/catalogue/add-ons/rules.ts';
import type { OrderRow } from '#modules/orders/desk/shapes.ts';
import button from '#ui/styles/button.module.css';
import { getAddress } from '../../shared/api/client.ts';
import { useCurrencies, useMay } from '../../shared/api/me.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { CsvLink, Filters, PagedRows } from '../../shared/forms/filters.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { CustomerLink } from '../../shared/values/customer-link.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatMoney, listCurrencyFilters } from '../../shared/values/money.tsx';
import { OrderStatusBadge, orderStatuses } from '../../shared/values/status.tsx';
import { orderFilter, ordersQuery } from './orders-search.ts';

const statusOptions = Object.entries(orderStatuses).map(([value, { label }]) => ({ value, label }));

export function OrdersPage(): ReactNode {
  const search = useSearch({ from: '/orders' });
  const currencies = useCurrencies().all;
  const mayCreate = useMay('money.move');
  const query = useQuery(ordersQuery(search));
  const services = (query.data?.services ?? []).map(({ type, name }) => ({ value: String(type), label: name }));
  return (
    <>
      <PageHead title="Orders">
        {mayCreate ? (
          <Link to="/orders/new" className={button.main}>
            New order
          </Link>
        ) : null}
        <CsvLink href={getAddress('GET /api/orders/table', orderFilter(search))} />
      </PageHead>
      <Filters
        values={search}
        filters={[
          { name: 'status', label: 'Status', options: statusOptions },
          { name: 'service', label: 'Service', options: services },
          ...listCurrencyFilters(currencies),
          { name: 'from', label: 'From', type: 'date' },
          { name: 'until', label: 'Until', type: 'date' },
        ]}
      />
      <DeskQueryState query={query}>
        {({ orders, more }) => (
          <PagedRows rows={orders} more={more} search={search} what="orders">
            {(rows) => <OrderTable orders={rows} />}
          </PagedRows>
        )}
      </DeskQueryState>
    </>
  );
}

type OrderTableProps = { readonly orders: readonly OrderRow[] /** All orders are of one customer. */; readonly ofOne?: boolean };

export function OrderTable({ orders, ofOne = false }: OrderTableProps) {
  const heads = ['Order', 'Ordered', 'Service', ...(ofOne ? [] : ['Customer']), 'Status', { name: 'Price', num: true }];
  return (
    <Table label="Orders" cards heads={heads}>
      {orders.map(({ id, number, createdAt, what, addOns = [], customer, status, inRevision, price, currency }) => (
        <tr key={id}>
          <td className={cell.least}>
            <Link to="/orders/$id" params={{ id }}>
              {number}
            </Link>
          </td>
          <td className={cell.least}>{formatMoment(createdAt)}</td>
          <td className={cell.grow}>
            {what}
            {addOns.map((addOn) => (
              <span key={addOn.id} className="soft">
                {' '}
                + {formatNameWithQuantity(addOn)}
              </span>
            ))}
          </td>
          {ofOne ? null : (
            <td className={cell.grow}>
              <CustomerLink customer={customer} none="—" />
            </td>
          )}
          <td>
            <OrderStatusBadge status={status} inRevision={inRevision} />
          </td>
          <td className={cell.num}>{formatMoney(price, currency)}</td>
        </tr>
      ))}
    </Table>
  );
}
