// Billing details of the checkout: one line if the account has them all, else the fields.
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { addressLine, fullName, hasStates } from '../../../../lib/people/postal-address.ts';
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
  const lacksState = hasStates(value('country')) && value('state') === '';
  // A draft may have less than the account.
  const [isOpen, setOpen] = useState(needed.some((name) => value(name) === ''));
  const open = isOpen || lacksState || names.some((name) => field(name).wrong !== undefined || (needed.includes(name) && !value(name)));
  const country = value('country');
  const postal = { country, state: value('state'), city: value('city'), address: value('address'), zipCode: value('zipCode') };
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
            <bdi>{fullName({ firstName: value('firstName'), lastName: value('lastName') }, locale)}</bdi>
            <br />
            <bdi>{addressLine(postal, locale)}</bdi>
          </p>
          <button type="button" className={button.link} onClick={() => setOpen(true)}>
            <Trans>Change</Trans>
          </button>
        </div>
      )}
    </section>
  );
}
