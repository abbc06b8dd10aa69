// Lists subscriptions, newest first: what each brings in a month and when it is charged next. Operators
// pause, resume and end them.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatDecimal, getCurrencyCode, parseMoney } from '#lib/money/money.ts';
import { Button } from '#ui/display/button.tsx';
import badge from '#ui/styles/badge.module.css';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { AreaField, TextField } from '../../shared/forms/fields.tsx';
import { Filters, PagedRows } from '../../shared/forms/filters.tsx';
import { Form, ReasonForm } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { CustomerLink } from '../../shared/values/customer-link.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { OwedPlans } from './owed-plans.tsx';
import css from './subscriptions.module.css';
import { subscriptionsQuery } from './subscriptions-search.ts';

type Listed = DeskOutput<'GET /api/subscriptions'>;
type Subscription = Listed['data'][number];
type Act = Subscription['acts'][number];
type Doing = { readonly act: Act | 'price'; readonly subscription: Subscription };

const states: Readonly<Record<Subscription['state'], { readonly label: string; readonly look: string | undefined }>> = {
  pending: { label: 'Not started', look: badge.wait },
  active: { label: 'Active', look: badge.done },
  paused: { label: 'Paused', look: badge.wait },
  ending: { label: 'Ending', look: badge.off },
  past_due: { label: 'Payment due', look: badge.wrong },
  ended: { label: 'Ended', look: badge.off },
};

const acts: Readonly<Record<Act, { readonly label: string; readonly title: string; readonly says: string }>> = {
  pause: { label: 'Pause', title: 'Pause', says: 'Nothing is charged until it is resumed. An unpaid month is cancelled.' },
  resume: { label: 'Resume', title: 'Resume', says: 'If the paid month is over, the next one is charged after the usual notice.' },
  end: { label: 'End', title: 'End with the period', says: 'It ends when the paid period is over. An unpaid month is cancelled.' },
  keep: { label: 'Keep', title: 'Keep', says: 'It renews again.' },
  cancel: {
    label: 'End now',
    title: 'End now',
    says: 'It ends at once, and its customer gets an email. What was paid stays paid: refund the order of the month if it should not.',
  },
};

export function SubscriptionsPage(): ReactNode {
  const search = useSearch({ from: '/subscriptions' });
  const query = useQuery(subscriptionsQuery(search));
  const mayMove = useMay('money.move');
  const [doing, setDoing] = useState<Doing>();
  const done = async () => {
    await query.refetch();
    setDoing(undefined);
  };
  return (
    <>
      <PageHead title="Subscriptions" />
      <Filters
        values={search}
        filters={[{ name: 'state', label: 'Status', options: Object.entries(states).map(([value, { label }]) => ({ value, label })) }]}
      />
      <DeskQueryState query={query}>
        {({ data, has_more, totals }) => (
          <>
            <Totals totals={totals} />
            <PagedRows rows={data} more={has_more} search={search} what="subscriptions">
              {(rows) => <SubscriptionTable subscriptions={rows} onDo={mayMove ? setDoing : undefined} />}
            </PagedRows>
          </>
        )}
      </DeskQueryState>
      <OwedPlans />
      {doing ? <ActDialog doing={doing} onDone={done} onClose={() => setDoing(undefined)} /> : null}
    </>
  );
}

/** All that run, whatever the filter. */
const Totals = ({ totals }: Pick<Listed, 'totals'>) =>
  totals.length === 0 ? null : (
    <p className={css.totals}>
      Monthly revenue{' '}
      {totals.map(({ currency, mrr, count }) => (
        <span key={currency}>
          <b>{formatMoney(mrr, currency)}</b> <span className="soft">from {count.toLocaleString('en')}</span>
        </span>
      ))}
    </p>
  );

type TableProps = { readonly subscriptions: readonly Subscription[]; readonly onDo: ((doing: Doing) => void) | undefined };

const numberColumn = (name: string) => ({ name, num: true });

const SubscriptionTable = ({ subscriptions, onDo }: TableProps) => (
  <Table
    label="Subscriptions"
    cards
    heads={[
      'Customer',
      'Service',
      'Status',
      'Next charge',
      numberColumn('Price'),
      numberColumn('Per month'),
      'Failures',
      ...(onDo ? ['Actions'] : []),
    ]}
  >
    {subscriptions.map((each) => (
      <tr key={each.id}>
        <td className={cell.grow}>
          <CustomerLink customer={each.customer} />
        </td>
        <td className={cell.grow}>{each.name}</td>
        <td className={cell.least}>
          <span className={states[each.state].look}>{states[each.state].label}</span>
        </td>
        <td className={cell.least}>{each.nextAt ? formatMoment(each.nextAt, 'day') : null}</td>
        <td className={cell.num}>{formatMoney(each.price, each.currency)}</td>
        <td className={cell.num}>{each.mrr > 0 ? formatMoney(each.mrr, each.currency) : null}</td>
        <td className={cell.least}>{each.failures > 0 ? `${each.failures.toLocaleString('en')} failed` : null}</td>
        {onDo ? (
          <td className={cell.least}>
            <span className={css.acts}>
              {each.acts.map((act) => (
                <Button key={act} text={acts[act].label} look="link" onClick={() => onDo({ act, subscription: each })} />
              ))}
              {each.state === 'active' ? (
                <Button text="Raise price" look="link" onClick={() => onDo({ act: 'price', subscription: each })} />
              ) : null}
            </span>
          </td>
        ) : null}
      </tr>
    ))}
  </Table>
);

type DialogProps = { readonly doing: Doing; readonly onDone: () => Promise<unknown>; readonly onClose: () => void };

function ActDialog({ doing: { act, subscription }, onDone, onClose }: DialogProps) {
  const { id, customer, name } = subscription;
  if (act === 'price')
    return (
      <DeskDialog title={`Raise the price: ${name}`} onClose={onClose}>
        <PriceForm subscription={subscription} onDone={onDone} />
      </DeskDialog>
    );
  const { title, says } = acts[act];
  return (
    <DeskDialog title={`${title}: ${name}`} onClose={onClose}>
      <ReasonForm
        draft={`subscription.${act}.${id}`}
        send={(why) => callDesk('POST /api/subscriptions/act', { id, do: act, why })}
        onDone={onDone}
        submit={title}
        danger={act === 'end' || act === 'cancel'}
      >
        <p>
          {customer ? `Of ${customer.name}. ` : ''}
          {says}
        </p>
      </ReasonForm>
    </DeskDialog>
  );
}

/** Nothing changes before the client's click. */
function PriceForm({ subscription: { id, price, currency }, onDone }: Pick<Doing, 'subscription'> & Pick<DialogProps, 'onDone'>) {
  const form = useDeskForm({
    draft: `subscription.price.${id}`,
    values: { price: formatDecimal({ amount: price, currency }), why: '' },
    send: ({ price: typed, why }) => callDesk('POST /api/subscriptions/price', { id, why, price: parseMoney(typed, currency) ?? 0 }),
    onDone,
  });
  return (
    <Form form={form} submit="Ask the customer">
      <p>
        The customer gets an email with both prices and agrees by a click. Without it, Settings say whether the subscription goes on at the
        old price or ends.
      </p>
      <TextField label={`Price a month, ${getCurrencyCode(currency)}`} name="price" inputMode="decimal" />
      <AreaField label="Reason" name="why" />
    </Form>
  );
}
