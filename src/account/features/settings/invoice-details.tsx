// Company details for invoices, used from the next invoice on.
import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#ui/api/client.ts';
import { showToast } from '#ui/feedback/messages.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import type { Output } from '../../../api.ts';
import { apiQuery, useFreshQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import css from '../../shared/section.module.css';
import { useAccountForm } from '../../shared/use-account-form.ts';
import formCss from './invoice-details.module.css';

const detailsQuery = apiQuery('GET /api/papers/details', undefined);
const shape = () => import('#modules/invoicing/shapes.ts').then(({ saveDetailsShape }) => saveDetailsShape);

export const InvoiceDetailsSection = () => (
  <section className={css.section} aria-labelledby="invoice-details">
    <h2 id="invoice-details" tabIndex={-1}>
      <Trans>Invoice details</Trans>
    </h2>
    <p className="soft">
      <Trans>For businesses: shown on your next invoices. Issued ones don’t change.</Trans>
    </p>
    <QueryState query={useFreshQuery(detailsQuery)} waiting={null}>
      {(details) => <Details details={details} />}
    </QueryState>
  </section>
);

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
