// What is agreed with a customer, or decided about them: a discount on every order, and a block.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer } from '#modules/clients/shapes-customer.ts';
import { Button } from '#ui/display/button.tsx';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { AreaField, PercentField } from '../../shared/forms/fields.tsx';
import { Form, ReasonForm } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { FactList, Panel } from '../../shared/layout/panel.tsx';
import { formatDay } from '../../shared/values/moment.tsx';
import styles from './customers.module.css';

type Props = { readonly customer: Customer; readonly onDone: () => Promise<unknown> };

type Opened = 'discount' | 'block' | 'agreement';

export function CustomerTerms({ customer, onDone }: Props) {
  const [opened, setOpened] = useState<Opened>();
  const maySetDiscount = useMay('money.move');
  const maySeeAgreements = useMay('money.see');
  const { data: agreed, refetch } = useQuery({
    ...deskQuery('GET /api/agreements', { customerId: customer.id }),
    enabled: maySeeAgreements,
  });
  const mayBlock = useMay('customers.edit');
  const { discountPercent, blockedAt, blockReason } = customer;
  const done = async () => {
    setOpened(undefined);
    await Promise.all([onDone(), agreed ? refetch() : undefined]);
  };
  return (
    <Panel title="Terms">
      <FactList
        facts={[
          ['Discount', discountPercent > 0 ? `${discountPercent}% off every order` : 'none'],
          [
            'Balance may be charged',
            agreed && (agreed.agreements.map(({ text, at }) => `${formatDay(at.slice(0, 10))}: ${text}`).join('; ') || 'no'),
          ],
          ['Blocked', blockedAt ? `${formatDay(blockedAt.slice(0, 10))}: ${blockReason}` : 'no'],
        ]}
      />
      <p className={styles.acts}>
        {maySetDiscount ? <Button text="Change discount" small onClick={() => setOpened('discount')} /> : null}
        {maySetDiscount ? <Button text="Record agreement" small onClick={() => setOpened('agreement')} /> : null}
        {mayBlock ? <Button text={blockedAt ? 'Unblock' : 'Block'} small onClick={() => setOpened('block')} /> : null}
      </p>
      {opened ? (
        <DeskDialog title={titles[opened === 'block' && blockedAt ? 'unblock' : opened]} harmless onClose={() => setOpened(undefined)}>
          {opened === 'discount' ? <DiscountForm customer={customer} onDone={done} /> : null}
          {opened === 'agreement' ? <AgreementForm customer={customer} onDone={done} /> : null}
          {opened === 'block' ? <BlockForm customer={customer} onDone={done} /> : null}
        </DeskDialog>
      ) : null}
    </Panel>
  );
}

const titles = { discount: 'Discount', agreement: 'Agreement about the balance', block: 'Block', unblock: 'Unblock' };

function AgreementForm({ customer: { id }, onDone }: Props) {
  const form = useDeskForm({
    draft: `customer.agreement.${id}`,
    values: { text: '' },
    send: ({ text }) => callDesk('POST /api/agreements/create', { customerId: id, text }),
    onDone,
  });
  return (
    <Form form={form} submit="Record agreement">
      <p>With it, orders that you create for them can be paid from their balance.</p>
      <AreaField label="What was agreed, when and how" name="text" />
    </Form>
  );
}

function DiscountForm({ customer: { id, discountPercent }, onDone }: Props) {
  const form = useDeskForm({
    draft: `customer.discount.${id}`,
    values: { percent: discountPercent, why: '' },
    send: (values) => callDesk('POST /api/customer/discount', { ...values, id }),
    onDone,
  });
  return (
    <Form form={form} submit="Save discount">
      <p>
        Taken off every order from now on, in the shop, by the API and by hand. Of this discount and a coupon or a discount by hand, the
        larger one counts. Quotes and running subscriptions stay as they are.
      </p>
      <PercentField label="Discount in percent" name="percent" />
      <AreaField label="Reason" name="why" />
    </Form>
  );
}

function BlockForm({ customer: { id, name, email, blockedAt }, onDone }: Props) {
  const act = blockedAt ? 'unblock' : 'block';
  return (
    <ReasonForm
      draft={`customer.${act}.${id}`}
      send={(why) => callDesk(`POST /api/customer/${act}`, { id, why })}
      onDone={onDone}
      submit={`${blockedAt ? 'Unblock' : 'Block'} ${name || email}`}
      danger={!blockedAt}
    >
      <p>
        {blockedAt
          ? 'They can place orders and add funds again.'
          : 'New orders and deposits are refused with a sentence that asks them to write to you. They can log in, and what they ordered, open invoices and subscriptions go on.'}
      </p>
    </ReasonForm>
  );
}
