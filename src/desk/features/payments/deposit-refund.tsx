// Refunds a deposit to its source, in full or in part. The preview includes the coupon bonus that is taken
// back.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseMoney } from '#lib/money/money.ts';
import type { PaymentWhole } from '#modules/desk/orders/shapes-customers.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import button from '#ui/styles/button.module.css';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import type { QueryOf } from '../../shared/api/query-state.tsx';
import { AreaField, Form } from '../../shared/forms/form.tsx';
import { type ActionIds, AmountField, actionIdOf, anew, MoneyPreview } from '../../shared/forms/money-form.tsx';
import { useFormDraft } from '../../shared/forms/use-form-draft.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { MoneyText } from '../../shared/values/money.tsx';

type Props = { readonly payment: PaymentWhole; readonly onDone: () => Promise<unknown> };

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
      <button className={`${button.quiet} ${button.small}`} type="button" onClick={() => setOpen(true)}>
        Refund deposit
      </button>
      {isOpen ? (
        <DeskDialog title="Refund deposit" harmless onClose={() => setOpen(false)}>
          <BackForm payment={payment} refundable={payment.deposit.left} onDone={done} />
        </DeskDialog>
      ) : null}
    </>
  );
}

function BackForm({ payment: { id, currency }, refundable, onDone }: Props & { readonly refundable: number }) {
  const sending = useMutation(DeskApiError);
  const draft = useFormDraft(`payment.refund.${id}`, { ids: {} as ActionIds, text: '', why: '' });
  const { text, why } = draft.values;
  const amount = parseMoney(text, currency);
  const preview = useQuery({ ...deskQuery('GET /api/payment/deposit-back', { id, amount }), enabled: Boolean(amount) });
  const send = async () => {
    const { given = 0, credit = 0 } = preview.data ?? {};
    await callDesk('POST /api/payment/deposit-back', {
      act: actionIdOf(draft, amount, given, credit),
      id,
      amount: amount ?? 0,
      given,
      credit,
      why,
    }).catch(anew(preview.refetch));
  };
  return (
    <Form draft={draft} sending={sending} onSend={send} onDone={onDone} submit="Refund" danger>
      <p>
        The money returns to the original payment method and leaves the balance right away. Only what hasn’t been spent can be refunded.
      </p>
      <AmountField
        {...{ remaining: refundable, currency, sending }}
        about="of the deposit hasn’t been refunded."
        value={text}
        onValue={(text) => draft.change({ text })}
      />
      <DepositRefundPreview of={preview} />
      <AreaField label="Reason" name="why" value={why} onValue={(why) => draft.change({ why })} sending={sending} />
    </Form>
  );
}

const DepositRefundPreview = ({ of }: { readonly of: QueryOf<DeskOutput<'GET /api/payment/deposit-back'>> }) => (
  <MoneyPreview of={of}>
    {({ currency, cash, most, given, credit }) => [
      ['Refundable now', <MoneyText key="most" amount={most} currency={currency} />],
      ['Customer’s own money on the balance', <MoneyText key="cash" amount={cash} currency={currency} />],
      ['Coupon bonus taken back', credit > 0 ? <MoneyText key="credit" amount={credit} currency={currency} /> : null],
      ['Refunded before', given > 0 ? <MoneyText key="given" amount={given} currency={currency} /> : null],
    ]}
  </MoneyPreview>
);
