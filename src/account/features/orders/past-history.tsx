// Orders and invoices of the system before the shop; nothing if there are none.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { showMoney } from '#lib/money/money.ts';
import type { History } from '#modules/moving/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { saveDownload } from '#ui/api/save-download.ts';
import { Button } from '#ui/display/button.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { usePage } from '#ui/page/context.ts';
import { apiQuery } from '../../api/queries.ts';
import { DayText } from '../../shared/date-time.tsx';
import { Section } from '../../shared/section.tsx';
import css from './past-history.module.css';

export function PastHistory() {
  const { t } = useLingui();
  const { data } = useQuery(apiQuery('GET /api/history', undefined));
  if (!data || data.orders.length + data.invoices.length === 0) return null;
  return (
    <Section id="past-history" title={t`Before we moved`}>
      <p>
        <Trans>Your orders and invoices from our earlier system.</Trans>
      </p>
      <ul className={css.list}>
        {data.orders.map((order) => (
          <PastOrderRow key={order.id} order={order} />
        ))}
        {data.invoices.map((invoice) => (
          <PastInvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </ul>
    </Section>
  );
}

function PastOrderRow({ order }: { readonly order: History['orders'][number] }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const { number, title, service, status, createdAt, price, currency } = order;
  return (
    <li className={css.row}>
      <span>
        <b>{title || service || number}</b> <span className="soft">{number}</span>
      </span>
      <span className="soft">
        {status === 'delivered' ? t({ message: 'Delivered', context: 'order' }) : t({ message: 'Cancelled', context: 'order' })} ·{' '}
        <DayText iso={createdAt} /> · {showMoney({ amount: price, currency }, locale)}
      </span>
    </li>
  );
}

function PastInvoiceRow({ invoice }: { readonly invoice: History['invoices'][number] }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const { busy, failure, run } = useMutation(ApiError);
  const title = t({ message: 'Invoice', context: 'from an earlier system' });
  const { id, number, issuedAt, total, open, currency, hasFile } = invoice;
  const unpaid = showMoney({ amount: open, currency }, locale);
  return (
    <li className={css.row}>
      <span>
        <b>{title}</b> <span className="soft">{number}</span>
      </span>
      <span className="soft">
        <DayText iso={issuedAt} /> · {showMoney({ amount: total, currency }, locale)}
        {open > 0 ? ` · ${t`Unpaid: ${unpaid}`}` : ''}
      </span>
      {hasFile ? (
        <Button
          text={t`Download PDF`}
          small
          aria-label={t`Download PDF: ${title} ${number}`}
          busy={busy}
          onClick={() => void run(() => saveDownload(`${number}.pdf`, 'GET /api/history/pdf', { id }))}
        />
      ) : null}
      <FieldErrorText error={failure} />
    </li>
  );
}
