// Billing details of the checkout: one line if the account has them all, else the fields.

import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { hasStates } from '#lib/people/postal-address.ts';
import type { Profile } from '#modules/accounts/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { Checkbox, type FormField } from '#ui/forms/field.tsx';
import { usePage } from '#ui/page/context.ts';
import { BillingFields } from '../../billing/billing-fields.tsx';
import { type BillingName, formatBilling } from '../../billing/billing-values.ts';
import css from './checkout-form.module.css';

const names: readonly BillingName[] = ['firstName', 'lastName', 'country', 'state', 'city', 'address', 'zipCode'];
const neededNames: readonly BillingName[] = ['firstName', 'lastName', 'country', 'city', 'address'];

type Props = {
  readonly field: (name: BillingName) => FormField<string>;
  readonly profile: Profile;
  /** The address before anything was typed. */
  readonly known: Readonly<Record<BillingName, string>>;
  readonly save: FormField<boolean>;
};

export function BillingPart({ field, profile, known, save }: Props) {
  const { locale } = usePage();
  const value = (name: BillingName) => field(name).value;
  const lacksState = hasStates(value('country')) && value('state') === '';
  const [isOpen, setOpen] = useState(neededNames.some((name) => known[name] === ''));
  const open =
    isOpen || lacksState || names.some((name) => field(name).error !== undefined || (neededNames.includes(name) && !value(name)));
  const isNew = names.some((name) => value(name).trim() !== profile[name]);
  const { person, place } = formatBilling(value, locale);
  return (
    <section aria-labelledby="billing">
      <h2 id="billing" tabIndex={-1}>
        <Trans>Billing details</Trans>
      </h2>
      {open ? (
        <div className={css.fields}>
          <BillingFields field={field} known={profile.country} />
        </div>
      ) : (
        <div className={css.known}>
          <p>
            <bdi>{person}</bdi>
            <br />
            <bdi>{place}</bdi>
          </p>
          <Button text={<Trans>Change</Trans>} look="link" onClick={() => setOpen(true)} />
        </div>
      )}
      {isNew ? <Checkbox field={save} label={<Trans>Save this address to my account</Trans>} optional /> : null}
    </section>
  );
}
