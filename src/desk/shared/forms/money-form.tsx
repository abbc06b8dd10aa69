// Shared by all forms that move money: an idempotency key, an amount, and a preview that is loaded again
// after an error.

import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { type CurrencyNumber, formatDecimal } from '#lib/money/money.ts';
import { Button } from '#ui/display/button.tsx';
import type { QueryView } from '../api/query-state.tsx';
import { FactList } from '../layout/panel.tsx';
import { formatMoney } from '../values/money.tsx';
import { TextField } from './fields.tsx';

/** Idempotency keys by the action's content. Values of the form, so that its draft has them. */
export type ActionIds = Readonly<Record<string, string>>;

/** The same input sent again is the same action, also after a reload; another amount is another action. */
export function getActionId(
  { getValues, setValue }: { readonly getValues: (name: 'ids') => ActionIds; readonly setValue: (name: 'ids', ids: ActionIds) => void },
  ...input: readonly unknown[]
): string {
  const name = JSON.stringify(input);
  const ids = getValues('ids');
  const id = ids[name] ?? crypto.randomUUID();
  setValue('ids', { ...ids, [name]: id });
  return id;
}

/** After an error, refetch the preview: the state has changed. */
export const refetchAndThrow = (again: () => Promise<unknown>) => async (cause: unknown) => {
  await again();
  throw cause;
};

type MoneyAmountProps = {
  readonly remaining: number;
  readonly currency: CurrencyNumber;
  /** Label of the remaining amount. */
  readonly about: string;
};

export function AmountField({ remaining, currency, about }: MoneyAmountProps) {
  const { setValue } = useFormContext();
  return (
    <TextField
      label="Amount"
      name="amount"
      inputMode="decimal"
      hint={
        <>
          {formatMoney(remaining, currency)} {about}{' '}
          <Button text="Full amount" look="link" onClick={() => setValue('amount', formatDecimal({ amount: remaining, currency }))} />
        </>
      }
    />
  );
}

type OutcomeProps<T> = {
  readonly query: Pick<QueryView<T>, 'data' | 'error'>;
  readonly children: (data: NonNullable<T>) => readonly (readonly [name: string, value: ReactNode])[];
};

/** Renders nothing before the first preview. */
export function MoneyPreview<T>({ query: { data, error }, children }: OutcomeProps<T>) {
  if (error) return <p role="alert">{Object.values(error.errors).flat().join(' ') || error.message}</p>;
  if (data === undefined || data === null) return null;
  return (
    <div role="status">
      <FactList facts={children(data)} />
    </div>
  );
}
