// Billing details of the checkout: one line if the account has them all, else the fields.
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { countryName } from '../../../../lib/locale.ts';
import { statesOfCountry } from '../../../../lib/states.ts';
import type { Profile } from '../../../../modules/accounts/shapes.ts';
import type { FieldOf } from '../../../../ui/forms/use-form.ts';
import button from '../../../../ui/styles/button.module.css';
import { usePage } from '../../../router/page/context.ts';
import { BillingFields, type BillingName } from '../../billing/billing-fields.tsx';
import css from './checkout-form.module.css';

const names: readonly BillingName[] = ['firstName', 'lastName', 'country', 'state', 'city', 'address', 'zipCode'];
const needed: readonly BillingName[] = ['firstName', 'lastName', 'country', 'city', 'address'];

type Props = { readonly field: (name: BillingName) => FieldOf<string>; readonly profile: Profile };

export function BillingPart({ field, profile }: Props) {
  const { locale } = usePage();
  const value = (name: BillingName) => field(name).value;
  const lacksState = statesOfCountry(value('country')).length > 0 && value('state') === '';
  // A draft may have less than the account.
  const [isOpen, setOpen] = useState(needed.some((name) => value(name) === ''));
  const open = isOpen || lacksState || names.some((name) => field(name).wrong !== undefined || (needed.includes(name) && !value(name)));
  const country = value('country');
  const state = statesOfCountry(country).find(({ code }) => code === value('state'))?.name;
  const place = [value('address'), value('city'), state, value('zipCode'), country && countryName(country, locale)];
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
            <bdi>{`${value('firstName')} ${value('lastName')}`}</bdi>
            <br />
            <bdi>{place.filter(Boolean).join(', ')}</bdi>
          </p>
          <button type="button" className={button.link} onClick={() => setOpen(true)}>
            <Trans>Change</Trans>
          </button>
        </div>
      )}
    </section>
  );
}
