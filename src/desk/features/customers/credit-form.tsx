// Credits a customer's balance, with a reason. An idempotency key prevents a second credit.
import { parseMoney, showMoney } from '#lib/money/money.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { AreaField, ChoiceField, DeskTextField, Form } from '../../shared/forms/form.tsx';
import { type ActionIds, actionIdOf } from '../../shared/forms/money-form.tsx';
import { useFormDraft } from '../../shared/forms/use-form-draft.ts';
import { currencyOptions } from '../../shared/values/money.tsx';

export function CreditForm({ accountId, onDone }: { readonly accountId: string; readonly onDone: () => Promise<unknown> }) {
  const sending = useMutation(DeskApiError);
  const { all } = useCurrencies();
  const draft = useFormDraft(`customer.credit.${accountId}`, { ids: {} as ActionIds, currency: all[0] ?? 0, text: '', why: '' });
  const { currency, text, why } = draft.values;
  const amount = parseMoney(text, currency);
  const send = async () => {
    await callDesk('POST /api/customer/credit', {
      act: actionIdOf(draft, currency, amount),
      id: accountId,
      currency,
      amount: amount ?? 0,
      why,
    });
  };
  return (
    <Form
      draft={draft}
      sending={sending}
      onSend={send}
      onDone={onDone}
      submit={amount ? `Give ${showMoney({ amount, currency }, 'en')}` : 'Give credit'}
    >
      <p>Promotional credit is spent after the customer’s own money and never paid out. The customer is told by email.</p>
      {all.length > 1 ? (
        <ChoiceField
          label="Currency"
          name="currency"
          value={String(currency)}
          onValue={(value) => draft.change({ currency: Number(value) })}
          options={currencyOptions(all)}
          sending={sending}
        />
      ) : null}
      <DeskTextField
        label="Amount"
        name="amount"
        inputMode="decimal"
        value={text}
        onValue={(text) => draft.change({ text })}
        sending={sending}
      />
      <AreaField label="Reason" name="why" value={why} onValue={(why) => draft.change({ why })} sending={sending} />
    </Form>
  );
}
