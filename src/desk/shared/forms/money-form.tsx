// What all acts with money have in common: a name, so that it is done once; an amount that is typed; and what would come of it, asked for anew when it is refused.

import type { ReactNode } from 'react';
import type { CurrencyNumber } from '../../../lib/money/money.ts';
import button from '../../../ui/styles/button.module.css';
import type { QueryOf } from '../api/query-state.tsx';
import { Facts } from '../layout/panel.tsx';
import { Money, writeAmount } from '../values/money.tsx';
import { type Sending, TextField } from './form.tsx';
import type { FormDraft } from './use-form-draft.ts';

/** By what an action does: its idempotency key. Belongs into the draft of its form. */
export type ActionIds = Readonly<Record<string, string>>;

/** The same input sent again is the same action, also after a reload; another amount is another action. */
export function actionIdOf({ values: { ids }, change }: FormDraft<{ readonly ids: ActionIds }>, ...input: readonly unknown[]): string {
  const name = JSON.stringify(input);
  const id = ids[name] ?? crypto.randomUUID();
  change({ ids: { ...ids, [name]: id } });
  return id;
}

/** Refused, because something has changed: what is shown is asked for again. */
export const anew = (again: () => Promise<unknown>) => async (cause: unknown) => {
  await again();
  throw cause;
};

type AmountProps = {
  readonly left: number;
  readonly currency: CurrencyNumber;
  /** What it is that is left. */
  readonly about: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly sending: Sending;
};

export const AmountField = ({ left, currency, about, value, onValue, sending }: AmountProps) => (
  <TextField
    label="Amount"
    name="amount"
    inputMode="decimal"
    hint={
      <>
        <Money amount={left} currency={currency} /> {about}{' '}
        <button className={button.link} type="button" onClick={() => onValue(writeAmount(left))}>
          All of it
        </button>
      </>
    }
    value={value}
    onValue={onValue}
    sending={sending}
  />
);

type OutcomeProps<T> = {
  readonly of: Pick<QueryOf<T>, 'data' | 'error'>;
  readonly children: (data: NonNullable<T>) => readonly (readonly [name: string, value: ReactNode])[];
};

/** Nothing, as long as nothing was asked. */
export function Outcome<T>({ of: { data, error }, children }: OutcomeProps<T>) {
  if (error) return <p role="alert">{Object.values(error.errors).flat().join(' ') || error.message}</p>;
  if (data === undefined || data === null) return null;
  return (
    <div role="status">
      <Facts of={children(data)} />
    </div>
  );
}
