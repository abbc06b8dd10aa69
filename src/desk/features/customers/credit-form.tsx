// Credits a customer's balance, with a reason. An idempotency key prevents a second credit.
import { parseMoney, showMoney } from '#lib/money/money.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { AreaField, ChoiceField, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { type ActionIds, getActionId } from '../../shared/forms/money-form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { currencyOptions } from '../../shared/values/money.tsx';

export function CreditForm({ accountId, onDone }: { readonly accountId: string; readonly onDone: () => Promise<unknown> }) {
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
      {all.length > 1 ? <ChoiceField label="Currency" name="currency" options={currencyOptions(all)} parse={Number} /> : null}
      <TextField label="Amount" name="amount" inputMode="decimal" />
      <AreaField label="Reason" name="why" />
    </Form>
  );
}
