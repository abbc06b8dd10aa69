// Company details for invoices, used from the next invoice on.
import { useLingui } from '@lingui/react/macro';
import { call } from '#ui/api/client.ts';
import { showToast } from '#ui/feedback/messages.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import type { Output } from '../../../api.ts';
import { apiQuery, useFreshQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { Section } from '../../shared/section.tsx';
import { useAccountForm } from '../../shared/use-account-form.ts';
import formCss from './invoice-details.module.css';

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

function Details({ details }: { readonly details: Output<'GET /api/papers/details'> }) {
  const { t } = useLingui();
  const form = useAccountForm({
    name: 'invoice-details-form',
    empty: { company: details.company, vatId: details.vatId },
    shape,
    words: {},
    send: (values, options) => call('POST /api/papers/details', values, options),
    done: () => showToast({ text: t`Your invoice details are saved.` }),
  });
  return (
    <form className={formCss.form} {...form.props}>
      <ErrorSummary summary={form.summary} id="invoice-details-told" />
      <TextField field={form.field('company')} label={t`Company`} autoComplete="organization" optional />
      <TextField
        field={form.field('vatId')}
        label={t`VAT ID`}
        hint={t`With its country code, such as DE123456789.`}
        autoComplete="off"
        optional
      />
      <div>
        <SubmitButton text={t`Save invoice details`} busy={form.busy} meanwhile={t`Saving your invoice details…`} />
      </div>
    </form>
  );
}
