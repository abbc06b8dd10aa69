// Billing fields of a deposit: collapsed if the account has all of them, open if one is missing or wrong.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { hasStates } from '#lib/people/postal-address.ts';
import type { Profile } from '#modules/accounts/shapes.ts';
import type { FormField } from '#ui/forms/field.tsx';
import { usePage } from '#ui/page/context.ts';
import { BillingFields } from '../../billing/billing-fields.tsx';
import { type BillingName, formatBilling } from '../../billing/billing-values.ts';
import css from './deposit-form.module.css';

const names: readonly BillingName[] = ['firstName', 'lastName', 'country', 'state', 'city', 'address', 'zipCode'];

type Props = { readonly field: (name: BillingName) => FormField<string>; readonly profile: Profile };

export function DepositBilling({ field, profile }: Props) {
  const { t } = useLingui();
  const { locale } = usePage();
  const [isOpen, setOpen] = useState(!isComplete(profile));
  const hasError = names.some((name) => field(name).error !== undefined);
  const [hadError, setHadError] = useState(false);
  if (hasError !== hadError) {
    setHadError(hasError);
    // Opened once: the customer may close it again.
    if (hasError) setOpen(true);
  }
  const value = (name: BillingName) => field(name).value;
  const { person, place } = formatBilling(value, locale);
  return (
    <details className={css.billing} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{t`Billing details`}</b>
        {isOpen ? null : (
          <>
            <bdi>{person}</bdi>
            <bdi>{place}</bdi>
          </>
        )}
      </summary>
      <BillingFields field={field} known={profile.country} />
    </details>
  );
}

const isComplete = ({ firstName, lastName, country, state, city, address }: Profile): boolean =>
  [firstName, lastName, country, city, address].every((each) => each.trim() !== '') && (state !== '' || !hasStates(country));
