// Refunds a deposit to its source, in full or in part. The preview includes the coupon bonus that is taken
// back.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseMoney } from '#lib/money/money.ts';
import type { PaymentDetails } from '#modules/payments/desk/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import type { QueryView } from '../../shared/api/query-state.tsx';
import { AreaField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { type ActionIds, AmountField, getActionId, MoneyPreview, refetchAndThrow } from '../../shared/forms/money-form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { formatMoney } from '../../shared/values/money.tsx';

type Props = { readonly payment: PaymentDetails; readonly onDone: () => Promise<unknown> };

export function DepositRefundForm({ payment, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay('money.move');
  if (!may || !payment.deposit || payment.deposit.left === 0) return null;
  const done = async () => {
    setOpen(false);
    await onDone();
  };
  return (
    <>
      <Button text="Refund deposit" small onClick={() => setOpen(true)} />
      {isOpen ? (
        <DeskDialog title="Refund deposit" harmless onClose={() => setOpen(false)}>
          <BackForm payment={payment} refundable={payment.deposit.left} onDone={done} />
        </DeskDialog>
      ) : null}
    </>
  );
}

function BackForm({ payment: { id, currency }, refundable, onDone }: Props & { readonly refundable: number }) {
  const form = useDeskForm({
    draft: `payment.refund.${id}`,
    values: { ids: {} as ActionIds, amount: '', why: '' },
    async send({ why }) {
      const { given = 0, credit = 0 } = preview.data ?? {};
      const act = getActionId(form, amount, given, credit);
      const input = { act, id, amount: amount ?? 0, given, credit, why };
      await callDesk('POST /api/payment/deposit-back', input).catch(refetchAndThrow(preview.refetch));
    },
    onDone,
  });
  const amount = parseMoney(form.watch('amount'), currency);
  const preview = useQuery({ ...deskQuery('GET /api/payment/deposit-back', { id, amount }), enabled: Boolean(amount) });
  return (
    <Form form={form} submit="Refund" danger>
      <p>
        The money returns to the original payment method and leaves the balance right away. Only what hasn’t been spent can be refunded.
      </p>
      <AmountField remaining={refundable} currency={currency} about="of the deposit hasn’t been refunded." />
      <DepositRefundPreview query={preview} />
      <AreaField label="Reason" name="why" />
    </Form>
  );
}

const DepositRefundPreview = ({ query }: { readonly query: QueryView<DeskOutput<'GET /api/payment/deposit-back'>> }) => (
  <MoneyPreview query={query}>
    {({ currency, cash, most, given, credit }) => [
      ['Refundable now', formatMoney(most, currency)],
      ['Customer’s own money on the balance', formatMoney(cash, currency)],
      ['Coupon bonus taken back', credit > 0 ? formatMoney(credit, currency) : null],
      ['Refunded before', given > 0 ? formatMoney(given, currency) : null],
    ]}
  </MoneyPreview>
);
