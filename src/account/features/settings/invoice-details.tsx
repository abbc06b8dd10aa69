// Company details for invoices, used from the next invoice on.
import { useLingui } from '@lingui/react/macro';
import { call } from '#ui/api/client.ts';
import { showToast } from '#ui/feedback/messages.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { SelectField, TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import type { Output } from '../../../api.ts';
import { apiQuery, useFreshQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { Section } from '../../shared/section.tsx';
import { useAccountForm } from '../../shared/use-account-form.ts';
import formCss from './invoice-details.module.css';

type Details = Output<'GET /api/papers/details'>;

const detailsQuery = apiQuery('GET /api/papers/details', undefined);
const shape = () => import('#modules/invoicing/shapes.ts').then(({ saveDetailsShape }) => saveDetailsShape);

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

/** Until there is an answer, a VAT ID makes a business. */
const usualBuysAs = ({ buysAs, vatId }: Details): string => buysAs ?? (vatId === '' ? 'consumer' : 'business');

function VatState({ state }: { readonly state: 'valid' | 'invalid' }) {
  const { t } = useLingui();
  return <p className="soft">{state === 'valid' ? t`Confirmed by the EU’s register.` : t`Unknown to the EU’s register.`}</p>;
}

function Details({ details }: { readonly details: Details }) {
  const { t } = useLingui();
  const form = useAccountForm({
    name: 'invoice-details-form',
    empty: { company: details.company, vatId: details.vatId, reference: details.reference, buysAs: usualBuysAs(details) },
    shape,
    words: {},
    send: ({ buysAs, ...values }, options) =>
      call('POST /api/papers/details', { ...values, buysAs: buysAs === 'business' ? 'business' : 'consumer' }, options),
    done: () => showToast({ text: t`Your invoice details are saved.` }),
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
      <div>
        <SubmitButton text={t`Save invoice details`} busy={form.busy} meanwhile={t`Saving your invoice details…`} />
      </div>
    </form>
  );
}
