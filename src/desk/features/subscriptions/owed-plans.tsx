// What plans have been paid for and not delivered yet. Hidden if there are none.
import { useQuery } from '@tanstack/react-query';
import type { DeskOutput } from '../../../desk-api.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { Panel } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { CustomerLink } from '../../shared/values/customer-link.tsx';
import { formatMoney } from '../../shared/values/money.tsx';

type Owed = DeskOutput<'GET /api/plans/owed'>['plans'][number];

export function OwedPlans() {
  const { data } = useQuery(deskQuery('GET /api/plans/owed'));
  if (!data || data.plans.length === 0) return null;
  const total = data.totals.map(({ currency, value }) => formatMoney(value, currency)).join(' · ');
  return (
    <div id="owed">
      <Panel title={`Paid, not delivered: ${total}`}>
        <OwedTable plans={data.plans} />
      </Panel>
    </div>
  );
}

const numberColumn = (name: string) => ({ name, num: true });

const OwedTable = ({ plans }: { readonly plans: readonly Owed[] }) => (
  <Table
    label="Paid, not delivered"
    cards
    heads={['Customer', 'Plan', numberColumn('Requests left'), numberColumn('Waiting or in work'), numberColumn('Value')]}
  >
    {plans.map(({ subscriptionId, customer, name, left, open, value, currency }) => (
      <tr key={subscriptionId}>
        <td className={cell.grow}>
          <CustomerLink customer={customer} />
        </td>
        <td className={cell.grow}>{name}</td>
        <td className={cell.num}>{left === null ? 'unlimited' : `${left.toLocaleString('en')} left`}</td>
        <td className={cell.num}>{open > 0 ? `${open.toLocaleString('en')} open` : null}</td>
        <td className={cell.num}>{formatMoney(value, currency)}</td>
      </tr>
    ))}
  </Table>
);
