// Credits an invoice by hand: an amount and a reason. The dialog shows what is left and what is still owed.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { parseMoney, showMoney } from '#lib/money/money.ts';
import { Button } from '#ui/display/button.tsx';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { AreaField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { type ActionIds, AmountField, getActionId, refetchAndThrow } from '../../shared/forms/money-form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PanelNote } from '../../shared/layout/panel.tsx';

type Props = { readonly id: string; readonly number: string; readonly onDone: () => Promise<unknown> };

export function CreditButton(props: Props) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('money.move')) return null;
  const done = async () => {
    setOpen(false);
    await props.onDone();
  };
  return (
    <>
      <Button text="Credit" about={props.number} look="link" onClick={() => setOpen(true)} />
      {isOpen ? (
        <DeskDialog title={`Credit note for ${props.number}`} onClose={() => setOpen(false)}>
          <Creditable {...props} onDone={done} />
        </DeskDialog>
      ) : null}
    </>
  );
}

function Creditable({ id, onDone }: Props) {
  const query = useQuery(deskQuery('GET /api/invoices/creditable', { id }));
  return (
    <DeskQueryState query={query}>
      {(creditable) =>
        creditable.left === 0 ? (
          <PanelNote>Nothing is left to credit.</PanelNote>
        ) : (
          <CreditForm id={id} creditable={creditable} onDone={onDone} onError={query.refetch} />
        )
      }
    </DeskQueryState>
  );
}

type FormProps = Pick<Props, 'id' | 'onDone'> & {
  readonly creditable: DeskOutput<'GET /api/invoices/creditable'>;
  readonly onError: () => Promise<unknown>;
};

function CreditForm({ id, creditable: { currency, left, open }, onDone, onError }: FormProps) {
  const form = useDeskForm({
    draft: `invoice.credit.${id}`,
    values: { ids: {} as ActionIds, amount: '', why: '' },
    async send({ why }) {
      const act = getActionId(form, amount);
      await callDesk('POST /api/invoices/credit', { act, id, amount: amount ?? 0, why }).catch(refetchAndThrow(onError));
    },
    onDone,
  });
  const amount = parseMoney(form.watch('amount'), currency);
  return (
    <Form form={form} submit={amount ? `Credit ${showMoney({ amount, currency }, 'en')}` : 'Credit'}>
      <p>
        {open > 0
          ? `The first ${showMoney({ amount: open, currency }, 'en')} lower what is owed; the rest goes to the client’s balance.`
          : 'It goes to the client’s balance.'}{' '}
        Work goes on. To stop it, cancel the order.
      </p>
      <AmountField remaining={left} currency={currency} about="left" />
      <AreaField label="Reason" name="why" />
    </Form>
  );
}
