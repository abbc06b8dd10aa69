// One customer: profile, notes, balances, orders and tickets. Contains no secrets.

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { parseMoney, showMoney } from '#lib/money/money.ts';
import type { Customer } from '#modules/clients/shapes-customer.ts';
import { Button } from '#ui/display/button.tsx';
import { Tabs } from '#ui/display/tabs.tsx';
import { callDesk } from '../../shared/api/client.ts';
import { useCurrencies, useMay } from '../../shared/api/me.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { AreaField, ChoiceField, TextField } from '../../shared/forms/fields.tsx';
import { Form, ReasonForm } from '../../shared/forms/form.tsx';
import { type ActionIds, getActionId } from '../../shared/forms/money-form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Columns, FactList, Panel, PanelColumn, PanelNote } from '../../shared/layout/panel.tsx';
import { LinkButton } from '../../shared/routing/link-button.tsx';
import { InvoiceList } from '../../shared/values/invoice-list.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatMoney, listCurrencyOptions } from '../../shared/values/money.tsx';
import { formatCustomerLanguage } from '../../shared/values/words.ts';
import { OrderTable } from '../orders/orders-page.tsx';
import { AccountPanel } from './account-statement.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { CustomerMaker } from './customer-maker.tsx';
import { CustomerMembers } from './customer-members.tsx';
import { CustomerNotePanel } from './customer-notes.tsx';
import { CustomerTerms } from './customer-terms.tsx';
import { CustomerTicketList } from './customer-tickets.tsx';
import { BalanceStatement } from './statement.tsx';

export function CustomerPage(): ReactNode {
  const { id } = useParams({ from: '/customers/$id' });
  const query = useQuery(deskQuery('GET /api/customer', { id }));
  return (
    <DeskQueryState query={query} title="Customer">
      {(customer) => <CustomerPanels customer={customer} onDone={query.refetch} />}
    </DeskQueryState>
  );
}

type Props = { readonly customer: Customer };

function CustomerPanels({ customer, onDone }: Props & { readonly onDone: () => Promise<unknown> }) {
  const [crediting, setCrediting] = useState(false);
  const mayCredit = useMay('money.move') && !customer.erasedAt;
  const maySeeMoney = useMay('money.see');
  const done = async () => {
    setCrediting(false);
    await Promise.all([onDone(), refetchCall('GET /api/customer/statement')]);
  };
  return (
    <>
      <PageHead
        title={`${customer.name || (customer.erasedAt ? 'Closed account' : customer.email)}${customer.blockedAt ? ' (blocked)' : ''}`}
      >
        {mayCredit && !customer.erasedAt ? (
          <>
            <LinkButton text="New quote" small to="/quotes/new" search={{ customer: customer.id }} />
            <LinkButton text="New order" small to="/orders/new" search={{ customer: customer.id }} />
          </>
        ) : null}
        {mayCredit ? <Button text="Give credit" small onClick={() => setCrediting(true)} /> : null}
        <LogOutCustomer customer={customer} onDone={onDone} />
        {customer.erasedAt ? null : <LinkButton text="View as customer" small to="/as-customer/$id" params={{ id: customer.id }} />}
      </PageHead>
      <Columns>
        <PanelColumn>
          <Account customer={customer} />
          {customer.erasedAt ? null : <CustomerTerms customer={customer} onDone={onDone} />}
          {customer.erasedAt ? null : <CustomerMaker id={customer.id} />}
          <CustomerMembers customer={customer} onDone={onDone} />
          <InvoiceList papers={customer.papers} customer={customer.id} none="None yet." />
        </PanelColumn>
        <CustomerNotePanel id={customer.id} isErased={customer.erasedAt !== null} />
      </Columns>
      <Balances customer={customer} />
      {maySeeMoney ? <AccountPanel id={customer.id} currency={customer.balances[0]?.currency ?? 0} /> : null}
      <Orders customer={customer} />
      <CustomerHistory id={customer.id} />
      <CustomerTicketList id={customer.id} />
      {crediting ? (
        <DeskDialog title={`Give credit to ${customer.name}`} harmless onClose={() => setCrediting(false)}>
          <CreditForm accountId={customer.id} onDone={done} />
        </DeskDialog>
      ) : null}
    </>
  );
}

function Account({ customer }: Props) {
  const { email, address, locale, spent, createdAt, verifiedAt, hasSecondFactor, sessions, seenAt, eraseAt, erasedAt } = customer;
  return (
    <Panel title="Account">
      <FactList
        facts={[
          ['Email', email],
          ['Email confirmed', formatMoment(verifiedAt, 'day') ?? 'no'],
          ['Address', address],
          ['Language', formatCustomerLanguage(locale)],
          ['Customer since', formatMoment(createdAt, 'day')],
          ['Spent', spent.map(({ currency, amount }) => showMoney({ amount, currency }, 'en')).join(', ')],
          ['Two-step log-in', hasSecondFactor ? 'on' : 'off'],
          ['Sessions', `${sessions} ${sessions === 1 ? 'session' : 'sessions'}`],
          ['Last seen', formatMoment(seenAt)],
          ['Closes on', erasedAt ? null : formatMoment(eraseAt, 'day')],
          ['Closed', formatMoment(erasedAt, 'day')],
        ]}
      />
    </Panel>
  );
}

function Balances({ customer: { id, balances } }: Props) {
  const [chosen, setChosen] = useState(() => String(balances.find(({ balance }) => balance > 0)?.currency ?? balances[0]?.currency ?? 0));
  const maySee = useMay('money.see');
  const found = balances.find(({ currency }) => String(currency) === chosen);
  return (
    <Panel title="Balance">
      <Tabs
        label="Currency"
        tabs={balances.map(({ currency, balance }) => ({
          id: String(currency),
          label: formatMoney(balance, currency),
        }))}
        chosen={chosen}
        choose={setChosen}
      >
        <PanelColumn>
          {found && found.promo > 0 ? <PromoCredit {...found} /> : null}
          {found && maySee ? <BalanceStatement id={id} currency={found.currency} /> : null}
        </PanelColumn>
      </Tabs>
    </Panel>
  );
}

const PromoCredit = ({ promo, currency }: Pick<Customer['balances'][number], 'promo' | 'currency'>) => (
  <p className="soft">Including {formatMoney(promo, currency)} of promotional credit.</p>
);

function Orders({ customer: { id, orders, orderCount } }: Props) {
  return (
    <Panel title={`${orderCount} ${orderCount === 1 ? 'order' : 'orders'}`}>
      {orders.length === 0 ? <PanelNote>None yet.</PanelNote> : <OrderTable orders={orders} ofOne />}
      {orderCount > orders.length ? (
        <p>
          <Link to="/orders" search={{ customer: id }}>
            All orders
          </Link>
        </p>
      ) : null}
    </Panel>
  );
}

/** Credits a customer's balance, with a reason. An idempotency key prevents a second credit. */
function CreditForm({ accountId, onDone }: { readonly accountId: string; readonly onDone: () => Promise<unknown> }) {
  const { all } = useCurrencies();
  const form = useDeskForm({
    draft: `customer.credit.${accountId}`,
    values: { ids: {} as ActionIds, currency: all[0] ?? 0, amount: '', why: '' },
    async send({ currency, why }) {
      const act = getActionId(form, currency, amount);
      await callDesk('POST /api/customer/credit', { act, id: accountId, currency, amount: amount ?? 0, why });
    },
    onDone,
  });
  const [currency, text] = form.watch(['currency', 'amount']);
  const amount = parseMoney(text, currency);
  return (
    <Form form={form} submit={amount ? `Give ${showMoney({ amount, currency }, 'en')}` : 'Give credit'}>
      <p>Promotional credit is spent after the customer’s own money and never paid out. The customer is told by email.</p>
      {all.length > 1 ? <ChoiceField label="Currency" name="currency" options={listCurrencyOptions(all)} parse={Number} /> : null}
      <TextField label="Amount" name="amount" inputMode="decimal" />
      <AreaField label="Reason" name="why" />
    </Form>
  );
}

/**
 * Logs a customer out on every device, with a reason, for example after a lost phone or an account takeover.
 */
type LogOutProps = { readonly customer: Customer; readonly onDone: () => Promise<unknown> };

function LogOutCustomer({ customer: { id, name, email, sessions }, onDone }: LogOutProps) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay('customers.logOut');
  if (!may || sessions === 0) return null;
  const done = async () => {
    setOpen(false);
    await onDone();
  };
  return (
    <>
      <Button text="Log out everywhere" small onClick={() => setOpen(true)} />
      {isOpen ? (
        <DeskDialog title={`Log ${name || email} out everywhere`} harmless onClose={() => setOpen(false)}>
          <ReasonForm
            draft={`customer.log-out.${id}`}
            send={(why) => callDesk('POST /api/customer/end-sessions', { id, why })}
            onDone={done}
            submit="Log out everywhere"
            danger
          >
            <p>
              Ends all sessions of this customer right away. The password stays; if someone else may know it, ask the customer to reset it.
            </p>
          </ReasonForm>
        </DeskDialog>
      ) : null}
    </>
  );
}
