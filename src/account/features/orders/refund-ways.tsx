// Where a payment by link is refunded to.
import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import css from './refund-ways.module.css';

export type RefundTo = 'source' | 'balance';

type Props = { readonly question: string; readonly chosen: RefundTo; readonly choose: (to: RefundTo) => void };

export function RefundWays({ question, chosen, choose }: Props) {
  const { t } = useLingui();
  const name = useId();
  const ways: readonly (readonly [to: RefundTo, label: string])[] = [
    ['source', t`My payment method (takes a few days)`],
    ['balance', t`My balance (right away)`],
  ];
  return (
    <fieldset className={css.refund}>
      <legend>{question}</legend>
      {ways.map(([to, label]) => (
        <label key={to}>
          <input type="radio" name={name} checked={to === chosen} onChange={() => choose(to)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
