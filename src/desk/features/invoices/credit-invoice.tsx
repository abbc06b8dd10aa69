// Credits an invoice by hand: an amount and a reason. The dialog shows what is left and what is still owed.
import { useQuery } from '@tanstack/react-query';
import { parseMoney, showMoney } from '#lib/money/money.ts';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { AreaField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { type ActionIds, AmountField, getActionId, refetchAndThrow } from '../../shared/forms/money-form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { PanelNote } from '../../shared/layout/panel.tsx';
import { InvoiceAction, type InvoiceProps } from './invoice-action.tsx';

export const CreditButton = (props: InvoiceProps) => (
  <InvoiceAction {...props} text="Credit" title={`Credit note for ${props.number}`}>
    {(done) => <Creditable {...props} onDone={done} />}
  </InvoiceAction>
);

function Creditable({ id, onDone }: InvoiceProps) {
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

type FormProps = Pick<InvoiceProps, 'id' | 'onDone'> & {
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
          ? `The first ${showMoney({ amount: open, currency }, 'en')} lower what is owed; the rest goes to the customer’s balance.`
          : 'It goes to the customer’s balance.'}{' '}
        Work goes on. To stop it, cancel the order.
      </p>
      <AmountField remaining={left} currency={currency} about="left" />
      <AreaField label="Reason" name="why" />
    </Form>
  );
}
