// Payment method: the payment page, or the balance with a preview of what remains.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#ui/display/button.tsx';
import fields from '#ui/forms/field.module.css';
import { Checkbox, type FormField } from '#ui/forms/field.tsx';
import { Space } from '#ui/i18n/space.tsx';
import { usePage } from '#ui/page/context.ts';
import { apiQuery } from '../../../api/queries.ts';
import { BalancePreview } from '../../orders/payment/balance-preview.tsx';
import type { NamedLine } from '../lines/line-item.tsx';
import css from './payment-method.module.css';
import '#ui/styles/controls.css';

export function HowToPay({ field, price }: { field: FormField<boolean>; price: number }) {
  const { t } = useLingui();
  const { name, value: fromBalance, error, id, change } = field;
  return (
    <fieldset className={css.ways}>
      <legend>{t`Payment`}</legend>
      <PaymentOption id={id.replace(/\w+$/, 'payFromLink')} name={name} chosen={!fromBalance} choose={() => change(false)}>
        {t`Card or bank transfer`}
      </PaymentOption>
      <PaymentOption id={id} name={name} chosen={fromBalance} choose={() => change(true)} error={error}>
        {t`From my balance`}
      </PaymentOption>
      {error ? (
        <p className={fields.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {fromBalance ? <Balance key={error} price={price} /> : null}
    </fieldset>
  );
}

/** Its own consent, for what renews. */
export function SaveMeans({ field, named }: { field: FormField<boolean>; named: readonly NamedLine[] }) {
  if (!named.some(({ each }) => each.offer?.interval === 'month')) return null;
  return (
    <Checkbox
      field={field}
      label={
        <Trans>
          Save my card or account for later payments: my monthly bundles are charged to it, at their price of today, until I end them or
          remove it from my account.
        </Trans>
      }
    />
  );
}

type PaymentOptionProps = {
  readonly id: string;
  readonly name: string;
  readonly chosen: boolean;
  readonly choose: () => void;
  readonly error?: string | undefined;
  readonly children: ReactNode;
};

const PaymentOption = ({ id, name, chosen, choose, error, children }: PaymentOptionProps) => (
  <label className={css.way} htmlFor={id}>
    <input id={id} type="radio" name={name} checked={chosen} onChange={choose} aria-describedby={error ? `${id}-error` : undefined} />
    {children}
  </label>
);

function Balance({ price }: { price: number }) {
  const { t } = useLingui();
  const { currency } = usePage();
  const { data, error, refetch } = useQuery(apiQuery('POST /api/balance', { currency }));
  return (
    <div className={css.balance} role="status" aria-label={t`Your balance`}>
      {data?.currency === currency ? (
        <BalancePreview balance={data.balance} {...{ price, currency }} back="cart" />
      ) : error ? (
        <p>
          <Trans>Your balance couldn’t be loaded.</Trans>
          <Space />
          <Button text={t`Try again`} look="link" onClick={() => void refetch()} />
        </p>
      ) : (
        <p>{t`Loading…`}</p>
      )}
    </div>
  );
}
