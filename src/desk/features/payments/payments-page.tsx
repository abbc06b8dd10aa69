// Lists payments, newest first, each with the reason of its state.

import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNow } from '#ui/hooks/use-now.ts';
import { getAddress } from '../../shared/api/client.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { CsvLink, Filters, PagedRows } from '../../shared/forms/filters.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { CustomerLink } from '../../shared/values/customer-link.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { PaymentStateBadge, paymentStates } from '../../shared/values/status.tsx';
import { formatProviderName, providerNames } from '../../shared/values/words.ts';
import { explainPayment } from './payment-reason.ts';
import { paymentProviders, paymentsQuery, toPaymentFilter } from './payments-search.ts';

const stateOptions = Object.entries(paymentStates).map(([value, { label }]) => ({ value, label }));
const providerOptions = paymentProviders.map((value) => ({ value, label: providerNames[value] }));

export function PaymentsPage(): ReactNode {
  const search = useSearch({ from: '/payments' });
  const now = useNow();
  const query = useQuery(paymentsQuery(search));
  return (
    <>
      <PageHead title="Payments">
        <CsvLink href={getAddress('GET /api/payments/table', toPaymentFilter(search))} />
      </PageHead>
      <Filters
        values={search}
        filters={[
          { name: 'state', label: 'Status', options: stateOptions },
          { name: 'provider', label: 'Provider', options: providerOptions },
          { name: 'day', label: 'Day', type: 'date' },
        ]}
      />
      <DeskQueryState query={query}>
        {({ payments, more }) => (
          <PagedRows rows={payments} more={more} search={search} what="payments">
            {(rows) => (
              <Table
                label="Payments"
                cards
                heads={['Payment', 'Created', 'Customer', 'Provider', 'Status', 'Details', { name: 'Amount', num: true }]}
              >
                {rows.map(({ customer, ...payment }) => (
                  <tr key={payment.id}>
                    <td className={cell.least}>
                      <Link to="/payments/$id" params={{ id: payment.id }}>
                        {payment.what}
                      </Link>
                    </td>
                    <td className={cell.least}>{formatMoment(payment.createdAt)}</td>
                    <td>
                      <CustomerLink customer={customer} none="—" />
                    </td>
                    <td className={cell.least}>{formatProviderName(payment.provider)}</td>
                    <td>
                      <PaymentStateBadge state={payment.state} attempt={payment.attempt} />
                    </td>
                    <td className={cell.grow}>{payment.state === 'paid' ? '' : explainPayment(payment, new Date(now))}</td>
                    <td className={cell.num}>{formatMoney(payment.amount, payment.currency)}</td>
                  </tr>
                ))}
              </Table>
            )}
          </PagedRows>
        )}
      </DeskQueryState>
    </>
  );
}
