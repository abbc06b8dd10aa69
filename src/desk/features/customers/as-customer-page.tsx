// A read-only view of a customer's orders and funds, from the customer's own calls. Each use is written to
// the audit log first.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { getCurrencyCode } from '#lib/money/money.ts';
import { formatNameWithQuantity } from '#modules/catalogue/add-ons/rules.ts';
import type { Look } from '#modules/clients/shapes-customer.ts';
import badge from '#ui/styles/badge.module.css';
import { callDesk } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { ReasonForm } from '../../shared/forms/form.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import notes from '../../shared/layout/panel.module.css';
import { FactList, Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Markdown } from '../../shared/values/markdown.tsx';
import { formatMoment, Moment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { OrderStatusBadge } from '../../shared/values/status.tsx';
import { TransferTable } from './statement.tsx';

export function AsCustomerPage(): ReactNode {
  const { id } = useParams({ from: '/as-customer/$id' });
  const [look, setLook] = useState<Look>();
  if (look) return <Looked look={look} />;
  return (
    <>
      <PageHead title="View as customer" />
      <ReasonForm
        draft={`customer.look.${id}`}
        send={async (why) => setLook(await callDesk('POST /api/customer/look', { id, why }))}
        submit="View"
      >
        <p>You’ll see the customer’s orders and balance as they do. The audit log records that you looked, and why.</p>
      </ReasonForm>
    </>
  );
}

function Looked({ look }: { readonly look: Look }) {
  const { customer, orders, more, names, funds, statements } = look;
  return (
    <>
      <PageHead title={`${customer.name}’s view`}>
        <span className={badge.wait}>Read only</span>
        <Link to="/customers/$id" params={{ id: customer.id }}>
          Back to the customer
        </Link>
      </PageHead>
      <p className={notes.note}>This is what {customer.name} sees. Nothing can be changed here, and your visit is in the audit log.</p>
      <Panel title="Order history">
        {orders.length === 0 ? <PanelNote>No orders yet.</PanelNote> : <Orders orders={orders} names={names} customer={customer.id} />}
        {more ? <PanelNote>The 50 newest.</PanelNote> : null}
      </Panel>
      <Panel title="Balance">
        <FactList facts={funds.currencies.map(({ currency, balance }) => [getCurrencyCode(currency), formatMoney(balance, currency)])} />
        {statements.map(({ currency, lines }) => (
          <TransferTable key={currency} lines={lines} currency={currency} />
        ))}
      </Panel>
    </>
  );
}

type DeliveredProps = { readonly id: string; readonly customer: string; readonly label: string };

/** Loaded when opened. */
function DeliveredText({ id, customer, label }: DeliveredProps) {
  const [open, setOpen] = useState(false);
  const query = useQuery({ ...deskQuery('GET /api/customer/delivery', { id, customer }), enabled: open });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{label}</summary>
      {open ? <DeskQueryState query={query}>{({ text }) => <Markdown text={text} />}</DeskQueryState> : null}
    </details>
  );
}

function Orders({ orders, names, customer }: Pick<Look, 'orders' | 'names'> & { readonly customer: string }) {
  return (
    <Table label="Orders" heads={['Order', 'Ordered', 'Service', 'Status', 'Delivery', { name: 'Price', num: true }]}>
      {orders.map(
        ({
          id,
          number,
          createdAt,
          offerId,
          quantity,
          addOns = [],
          status,
          expectedAt,
          deliveredAt,
          price,
          currency,
          deliveries,
          inRevision,
        }) => (
          <tr key={id}>
            <td className={cell.least}>{number}</td>
            <td className={cell.least}>{formatMoment(createdAt)}</td>
            <td className={cell.grow}>
              {quantity > 1 ? `${quantity} × ` : ''}
              {names[offerId] ?? offerId}
              {addOns.map((addOn) => ` + ${formatNameWithQuantity(addOn)}`)}
              {deliveries.map(({ id, version, piece }) => (
                <DeliveredText
                  key={id}
                  id={id}
                  customer={customer}
                  label={`Delivery ${version}${deliveries.some((each) => each.piece !== piece) ? `, piece ${piece}` : ''}`}
                />
              ))}
            </td>
            <td>
              <OrderStatusBadge status={status} inRevision={inRevision} />
            </td>
            <td className={cell.least}>
              {deliveredAt ? <Moment at={deliveredAt} /> : null}
              {!deliveredAt && expectedAt ? (
                <>
                  by <Moment at={expectedAt} />
                </>
              ) : null}
            </td>
            <td className={cell.num}>{formatMoney(price, currency)}</td>
          </tr>
        ),
      )}
    </Table>
  );
}
