// All that an order needs to know besides the cart: whom the receipt is for, what is agreed to, and a last look. The last button asks the server whether
// the whole can be ordered as it stands; it orders nothing, and says so.
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { countriesIn } from '../../lib/countries.ts';
import { statesOf } from '../../lib/states.ts';
import { href } from '../../pages.ts';
import type { Profile } from '../../rooms/accounts/shapes.ts';
import { call } from '../client.ts';
import type { QuoteAsk } from '../quote.ts';
import { Refused } from '../refused.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Checkbox, SelectField, TextField } from '../ui/field.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { type FieldOf, useForm } from '../ui/use-form.ts';
import { useMoney, useVisit } from '../visit.ts';
import css from './cart-checkout.module.css';
import { Review, type Reviewed } from './cart-review.tsx';

const words = {
  'billing.country': msg`Choose a country.`,
  'billing.state': msg`Choose a state or province.`,
  'billing.agreed': msg`To order, agree to the terms and the privacy policy.`,
};
const unsettled = msg`Something in your cart needs you first: it is said at the order.`;
const unticked: Readonly<Record<'agreedToPP_TOS' | 'startNow', boolean>> = { agreedToPP_TOS: false, startNow: false };
const unkept = ['agreedToPP_TOS', 'startNow'] as const;

const shape = () => import('../../lib/billing.ts').then(({ billingShape }) => billingShape);

export type DetailsProps = Reviewed & {
  readonly of: Profile;
  /** Absent while something in the cart is not settled. */
  readonly ask: QuoteAsk | undefined;
};

/** `was`: what was shown when it was asked. */
type Answer = { readonly ask: QuoteAsk; readonly was: number; readonly price: number };

export function Details({ of, ...props }: DetailsProps) {
  const { t } = useLingui();
  const { ask, shown } = props;
  const { firstName, lastName, country, city, address, zipCode } = of;
  const [answer, setAnswer] = useState<Answer>();
  const form = useForm({
    name: 'checkout',
    empty: { firstName, lastName, country, state: '', city, address, zipCode, ...unticked },
    ...{ shape, words, unkept },
    send: async (_, options): Promise<Answer> => {
      if (!ask) throw new Refused(400, unsettled);
      return { ask, was: shown.price, price: (await call('POST /api/orders/quote', ask, options)).price };
    },
    done: setAnswer,
  });
  return (
    <form className={css.form} {...form.props}>
      <ErrorSummary of={form.summary} id="checkout-told" />
      <Fields field={form.field} known={country} />
      <div className={css.consents}>
        <h2>
          <Trans>What you agree to</Trans>
        </h2>
        <Checkbox of={form.field('agreedToPP_TOS')} label={<Terms />} />
        <Checkbox
          of={form.field('startNow')}
          optional
          label={
            <Trans>
              Optional: begin at once. I ask you to start before the 14 days in which I can withdraw are over. If I withdraw later, I pay
              for what is done by then, and once the work is complete I can no longer withdraw.
            </Trans>
          }
        />
      </div>
      <Review {...props} value={(name) => form.field(name).value} />
      <div className={css.last}>
        <SubmitButton busy={form.busy} meanwhile={t`Checking your order…`}>
          <Trans>Check my order</Trans>
        </SubmitButton>
        <p className={css.note}>
          <Trans>This orders nothing and costs nothing: ordering is not open on this page yet. Your cart stays as it is.</Trans>
        </p>
        <div role="status">{answer && answer.ask === ask ? <Checked {...answer} /> : null}</div>
      </div>
    </form>
  );
}

function Checked({ was, price }: Answer) {
  const money = useMoney();
  return (
    <p className={css.checked}>
      {was === price ? (
        <Trans>Everything is right. The shop confirms the total: {money(price)}.</Trans>
      ) : (
        <Trans>
          The total has changed from {money(was)} to {money(price)}. Please look at it once more.
        </Trans>
      )}
    </p>
  );
}

const Terms = () => (
  <Trans>
    I agree to the <a href={href('termsAndConditions')}>terms and conditions</a> and have read the{' '}
    <a href={href('privacyPolicy')}>privacy policy</a>.
  </Trans>
);

type Name = 'firstName' | 'lastName' | 'country' | 'state' | 'city' | 'address' | 'zipCode';

function Fields({ field, known }: { field: (name: Name) => FieldOf<string>; known: string }) {
  const { t } = useLingui();
  const { locale } = useVisit();
  const [country, state] = [field('country'), field('state')];
  const countries = useMemo(
    () => [{ value: '', name: '' }, ...countriesIn(locale, known).map(({ code, name }) => ({ value: code, name }))],
    [locale, known],
  );
  const states = statesOf(country.value);
  const move = (value: string) => {
    // A state belongs to its country.
    state.change('');
    country.change(value);
  };
  return (
    <div className={css.fields}>
      <TextField of={field('firstName')} label={t`First name`} autoComplete="given-name" />
      <TextField of={field('lastName')} label={t`Last name`} autoComplete="family-name" />
      <SelectField of={{ ...country, change: move }} label={t`Country`} autoComplete="country" options={countries} />
      {states.length > 0 ? (
        <SelectField
          of={state}
          label={t`State or province`}
          autoComplete="address-level1"
          options={[{ value: '', name: '' }, ...states.map(({ code, name }) => ({ value: code, name }))]}
        />
      ) : null}
      <TextField of={field('city')} label={t`City`} autoComplete="address-level2" />
      <TextField of={field('address')} label={t`Address`} autoComplete="street-address" />
      <TextField of={field('zipCode')} label={t`Zip code`} autoComplete="postal-code" optional />
    </div>
  );
}
