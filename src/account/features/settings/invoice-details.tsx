// Company details for invoices, used from the next invoice on.
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { listCountries } from '#lib/money/countries.ts';
import { call } from '#ui/api/client.ts';
import { showToast } from '#ui/feedback/messages.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { Checkbox, type FormField, SelectField, TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { usePage } from '#ui/page/context.ts';
import type { Output } from '../../../api.ts';
import { apiQuery, useFreshQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { Section } from '../../shared/section.tsx';
import { useAccountForm } from '../../shared/use-account-form.ts';
import { AddressFields } from '../billing/address-fields.tsx';
import { createCountryField, guessBuysAs } from '../billing/billing-values.ts';
import formCss from './invoice-details.module.css';

type Details = Output<'GET /api/papers/details'>;

const detailsQuery = apiQuery('GET /api/papers/details', undefined);
const loadShape = () => import('#modules/invoicing/shapes.ts').then(({ saveDetailsShape }) => saveDetailsShape);

export function InvoiceDetailsSection() {
  const { t } = useLingui();
  return (
    <Section id="invoice-details" title={t`Invoice details`}>
      <p className="soft">{t`For businesses: shown on your next invoices. Issued ones don’t change.`}</p>
      <QueryState query={useFreshQuery(detailsQuery)} waiting={null}>
        {(details) => <Details details={details} />}
      </QueryState>
    </Section>
  );
}

function VatState({ state }: { readonly state: 'valid' | 'invalid' }) {
  const { t } = useLingui();
  return <p className="soft">{state === 'valid' ? t`Confirmed by the EU’s register.` : t`Unknown to the EU’s register.`}</p>;
}

const noAddress = { country: '', city: '', address: '', state: '', zipCode: '' };

const toValues = ({ company, vatId, reference, country, city, address, state, zipCode, documentsTo, documentsOnly }: Details) => ({
  ...{ company, vatId, reference, country, city, address, state, zipCode, documentsTo, documentsOnly },
});

type AddressProps = { readonly field: (name: keyof typeof noAddress) => FormField<string>; readonly known: string };

function InvoiceAddress({ field, known }: AddressProps) {
  const { t } = useLingui();
  const { locale } = usePage();
  const country = createCountryField(field);
  const countries = listCountries(locale, known).map(({ code, name }) => ({ value: code, name }));
  return (
    <>
      <p className="soft">{t`Used for orders that are billed to the same country, because the country decides the VAT.`}</p>
      <SelectField field={country} label={t`Country`} autoComplete="country" options={[{ value: '', name: t`Choose…` }, ...countries]} />
      <AddressFields field={field} country={country.value} />
    </>
  );
}

function Details({ details }: { readonly details: Details }) {
  const { t } = useLingui();
  const form = useAccountForm({
    name: 'invoice-details-form',
    empty: { ...toValues(details), buysAs: String(guessBuysAs(details)), hasAddress: details.country !== '' },
    shape: loadShape,
    words: {
      'billing.country': msg`Choose a country.`,
      'city:field.required': msg`Enter your city.`,
      'address:field.required': msg`Enter your street address.`,
    },
    send: ({ buysAs, hasAddress, ...values }, options) =>
      call(
        'POST /api/papers/details',
        { ...values, ...(hasAddress ? {} : noAddress), buysAs: buysAs === 'business' ? 'business' : 'consumer' },
        options,
      ),
    onDone: () => showToast({ text: t`Your invoice details are saved.` }),
  });
  return (
    <form className={formCss.form} {...form.props}>
      <ErrorSummary summary={form.summary} id="invoice-details-told" />
      <SelectField
        field={form.field('buysAs')}
        label={t`You buy as`}
        options={[
          { value: 'consumer', name: t`A private person` },
          { value: 'business', name: t`A business` },
        ]}
      />
      <TextField field={form.field('company')} label={t`Company`} autoComplete="organization" optional />
      <TextField
        field={form.field('vatId')}
        label={t`VAT ID`}
        hint={t`With its country code, such as DE123456789.`}
        autoComplete="off"
        optional
      />
      {details.vatState ? <VatState state={details.vatState} /> : null}
      <TextField field={form.field('reference')} label={t`Your reference`} autoComplete="off" optional />
      <Checkbox field={form.field('hasAddress')} label={t`Invoices show another address than the order`} optional />
      {form.field('hasAddress').value ? <InvoiceAddress field={form.field} known={details.country} /> : null}
      <TextField
        field={form.field('documentsTo')}
        label={t`Email address for documents`}
        hint={t`Every new invoice and credit note goes there too, such as to your accountant.`}
        type="email"
        autoComplete="off"
        optional
      />
      {form.field('documentsTo').value === '' ? null : (
        <Checkbox field={form.field('documentsOnly')} label={t`Emails about invoices go to that address only`} optional />
      )}
      <div>
        <SubmitButton text={t`Save invoice details`} busy={form.busy} meanwhile={t`Saving your invoice details…`} />
      </div>
    </form>
  );
}
