// Payments, the newest first, each with why it stands as it does.
import { Empty } from '../../../ui/feedback/empty.tsx';
import { askSoon, useAskedList } from '../../shared/api/query-cache.ts';
import { Answer } from '../../shared/api/query-state.tsx';
import { Link, usePlace } from '../../shared/browser/location.tsx';
import { Filters, ownZone, Pages } from '../../shared/forms/filters.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { Money } from '../../shared/values/money.tsx';
import { PaymentState, paymentStates } from '../../shared/values/status.tsx';
import { whyOf } from './payment-reason.ts';

const PAGE = 50;
const stateOptions = Object.entries(paymentStates).map(([value, { label }]) => ({ value, label }));
const providerOptions = ['stripe', 'sandbox', 'none'].map((value) => ({ value, label: value }));

/** What is none of the choices is refused by the server, and said. */
function sentFor(params: URLSearchParams): object {
  const of = (name: string) => params.get(name) ?? undefined;
  return {
    state: of('state'),
    provider: of('provider'),
    day: of('day'),
    ...(of('day') ? { zone: ownZone() } : {}),
    before: of('before'),
    limit: PAGE,
  };
}

export const ahead = (params: URLSearchParams): void => askSoon('GET /api/payments', sentFor(params));

export function Page() {
  const { searchParams } = usePlace();
  const asked = useAskedList('GET /api/payments', sentFor(searchParams));
  return (
    <>
      <PageHead title="Payments" />
      <Filters
        filters={[
          { name: 'state', label: 'State', options: stateOptions },
          { name: 'provider', label: 'Provider', options: providerOptions },
          { name: 'day', label: 'Day', type: 'date' },
        ]}
      />
      <Answer of={asked}>
        {({ payments, more }) =>
          payments.length === 0 ? (
            <Empty kind="filtered" title="No payment is like that" />
          ) : (
            <>
              <Table label="Payments" heads={['Payment', 'When', 'Customer', 'Provider', 'State', 'Why', { name: 'Amount', num: true }]}>
                {payments.map(({ customer, ...payment }) => (
                  <tr key={payment.id}>
                    <td className={cell.grow}>
                      <Link href={`/payments/${payment.id}`}>{payment.what}</Link>
                    </td>
                    <td className={cell.least}>
                      <Moment at={payment.createdAt} />
                    </td>
                    <td>{customer ? <Link href={`/customers/${customer.id}`}>{customer.name}</Link> : '—'}</td>
                    <td>{payment.provider}</td>
                    <td>
                      <PaymentState of={payment.state} />
                    </td>
                    <td className={cell.grow}>{whyOf(payment, new Date())}</td>
                    <td className={cell.num}>
                      <Money amount={payment.amount} currency={payment.currency} />
                    </td>
                  </tr>
                ))}
              </Table>
              <Pages last={payments.at(-1)?.id} more={more} />
            </>
          )
        }
      </Answer>
    </>
  );
}
