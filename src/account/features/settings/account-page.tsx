// Account page. All of its data is private, so it is loaded from the API.

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { listCountries } from '#lib/money/countries.ts';
import type { Profile } from '#modules/accounts/shapes.ts';
import { call } from '#ui/api/client.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { type FormField, SelectField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { accountWords } from '#ui/i18n/account-messages.ts';
import { usePage } from '#ui/page/context.ts';
import badge from '#ui/styles/badge.module.css';
import { profileQuery, queryClient, useFreshQuery } from '../../api/queries.ts';
import { ClientArea, createBlankField, FormPlaceholder, QueryState } from '../../layout/client-area/client-area.tsx';
import { DayText } from '../../shared/date-time.tsx';
import { useAccountForm } from '../../shared/use-account-form.ts';
import { AddressFields } from '../billing/address-fields.tsx';
import { type BillingName, createCountryField } from '../billing/billing-values.ts';
import { NameFields } from '../billing/name-fields.tsx';
import css from './account-page.module.css';
import { NewEmail, SendAgain, useReturn } from './change-email.tsx';
import { CloseAccount } from './privacy/delete-account.tsx';
import { MyData } from './privacy/export-data.tsx';
import index from './section-index.module.css';
import indexCss from './section-index.module.css';
import { Sessions } from './security/sessions.tsx';
import { TwoFactorSection } from './security/two-factor.tsx';

const words = { ...accountWords, 'account.country': msg`Choose a country.` };

const loadShape = () => import('#modules/accounts/shapes.ts').then(({ updateShape }) => updateShape);
const InvoiceDetailsSection = createLazyPart(() =>
  import('./invoice-details.tsx').then(({ InvoiceDetailsSection }) => InvoiceDetailsSection),
);
const ApiKeys = createLazyPart(() => import('./api-keys.tsx').then(({ ApiKeys }) => ApiKeys));
const Kits = createLazyPart(() => import('./brand-kits.tsx').then(({ Kits }) => Kits));
const Passkeys = createLazyPart(() => import('./security/passkeys.tsx').then(({ Passkeys }) => Passkeys));
const PaymentMethods = createLazyPart(() => import('./payment-methods.tsx').then(({ PaymentMethods }) => PaymentMethods));
const TeamSection = createLazyPart(() => import('./team.tsx').then(({ TeamSection }) => TeamSection));
const Withdrawals = createLazyPart(() => import('./withdrawals.tsx').then(({ Withdrawals }) => Withdrawals));

export function AccountDetailsPage() {
  const profile = useFreshQuery(profileQuery);
  const again = () => void profile.refetch();
  const { email = '', emailVerified = true } = profile.data ?? {};
  useReturn(!emailVerified, profile.refetch);
  const unconfirmed = emailVerified ? undefined : { email, onSent: again };
  return (
    <ClientArea title={<Trans>Account details</Trans>}>
      <div className={index.sections}>
        <SectionIndex />
        <div>
          <QueryState query={profile} waiting={<AccountDetailsSkeleton />}>
            {(known) => (
              <>
                <Known profile={known} again={again} />
                <Details profile={known} />
              </>
            )}
          </QueryState>
          <NewEmail email={email} />
          <TwoFactorSection unconfirmed={unconfirmed} />
          <Passkeys unconfirmed={unconfirmed} />
          <Sessions />
          <TeamSection />
          <InvoiceDetailsSection />
          <PaymentMethods />
          <Kits />
          <ApiKeys />
          <Withdrawals />
          <MyData email={email} />
          <CloseAccount email={email} />
        </div>
      </div>
    </ClientArea>
  );
}

const TITLE = 'details';

const nothing = { email: '', emailVerified: true, createdAt: '' };

const AccountDetailsSkeleton = () => (
  <FormPlaceholder>
    <Known profile={nothing} again={() => undefined} />
    <form className={css.form}>
      <Title />
      <Fields field={createBlankField} countries={[]} />
      <Save busy={false} />
    </form>
  </FormPlaceholder>
);

type KnownProps = { readonly profile: Pick<Profile, 'email' | 'emailVerified' | 'createdAt'>; readonly again: () => void };

function Known({ profile: { email, emailVerified, createdAt }, again }: KnownProps) {
  const { t } = useLingui();
  return (
    <dl className={css.known}>
      <div>
        <dt>{t`Email address`}</dt>
        <dd>
          <span className={css.email}>{email}</span>{' '}
          {email === '' ? null : emailVerified ? (
            <span className={badge.done}>{t`Confirmed`}</span>
          ) : (
            <>
              <span className={badge.wait}>{t`Not confirmed`}</span>
              <SendAgain email={email} onSent={again} />
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{t`Member since`}</dt>
        <dd>{createdAt === '' ? null : <DayText iso={createdAt} />}</dd>
      </div>
    </dl>
  );
}

function Details({ profile: { firstName, lastName, country, state, city, address, zipCode } }: { profile: Profile }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const form = useAccountForm({
    name: 'account-details',
    empty: { firstName, lastName, country, state, city, address, zipCode },
    shape: loadShape,
    words,
    send: (values, options) => call('POST /api/accounts/update', values, options),
    onDone() {
      showToast({ text: t`Your details are saved.` });
      void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
  });
  const countries = useMemo(() => listCountries(locale, country).map(({ code, name }) => ({ value: code, name })), [locale, country]);
  return (
    <form className={css.form} aria-labelledby={TITLE} {...form.props}>
      <Title id={TITLE} />
      <ErrorSummary summary={form.summary} />
      <Fields field={form.field} countries={countries} />
      <Save busy={form.busy} />
    </form>
  );
}

const Title = ({ id }: { id?: string }) => (
  <h2 className={css.title} id={id} tabIndex={-1}>
    <Trans>Name and address</Trans>
  </h2>
);

type AccountFieldsProps = {
  readonly field: (name: BillingName) => FormField<string>;
  readonly countries: readonly { readonly value: string; readonly name: string }[];
};

function Fields({ field, countries }: AccountFieldsProps) {
  const { t } = useLingui();
  const country = createCountryField(field);
  return (
    <div className={css.fields}>
      <NameFields field={field} />
      <SelectField
        field={country}
        label={t`Country`}
        autoComplete="country"
        options={[{ value: '', name: t`Choose…` }, ...countries]}
        optional
      />
      <AddressFields field={field} country={country.value} optional />
    </div>
  );
}

function Save({ busy }: { busy: boolean }) {
  const { t } = useLingui();
  return (
    <div>
      <SubmitButton text={t`Save details`} busy={busy} meanwhile={t`Saving your details…`} />
    </div>
  );
}

/** In the order of the page; an id is that of the section's title. */
const sections = [
  { id: 'details', title: msg`Name and address` },
  { id: 'new-email', title: msg`Change email address` },
  { id: 'two-factor', title: msg`Two-step log-in` },
  { id: 'passkeys', title: msg`Passkeys` },
  { id: 'sessions', title: msg`Where you’re logged in` },
  { id: 'team', title: msg`Team` },
  { id: 'invoice-details', title: msg`Invoice details` },
  { id: 'payment-methods', title: msg`Payment methods` },
  { id: 'kits', title: msg`Brand kits` },
  { id: 'api-keys', title: msg`API keys` },
  { id: 'withdrawals', title: msg`Withdraw from contract` },
  { id: 'my-data', title: msg`Download my data` },
  { id: 'closing', title: msg`Delete my account` },
] as const;

/** Links to the sections, beside them on a wide screen and above them elsewhere. */
function SectionIndex() {
  const { t, i18n } = useLingui();
  return (
    <nav className={indexCss.index} aria-label={t`On this page`}>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{i18n._(title)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
