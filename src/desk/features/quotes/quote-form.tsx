// The form of a quote: a new one, or the next version of one that was sent.
import { type CurrencyNumber, formatDecimal } from '#lib/money/money.ts';
import type { DeskOutput, DeskSent } from '../../../desk-api.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { AreaField, ChoiceField, TextField, WholeField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { Panel } from '../../shared/layout/panel.tsx';
import { ClientFields, emptyClient, emptyLine, LinesField, SaleLines, type TypedLine, toClient, toLines } from '../sales/sale-fields.tsx';

type Sent = DeskSent<'POST /api/quotes/create'>;
type Version = DeskOutput<'GET /api/quote'>['versions'][number];

const empty = {
  client: emptyClient,
  currency: '0',
  lines: [emptyLine],
  options: [] as TypedLine[],
  discountPercent: 0,
  message: '',
  validUntil: '',
  advancePercent: 0,
  pay: 'link',
  termsDays: 14,
};
type Typed = typeof empty;

const payOptions = [
  { value: 'link', label: 'By payment link' },
  { value: 'invoice', label: 'By invoice' },
];

type Props = {
  readonly draft: string;
  readonly customer?: string | undefined;
  /** The version that this one follows. */
  readonly before?: { readonly version: Version; readonly currency: CurrencyNumber };
  readonly send: (input: Sent) => Promise<unknown>;
};

export function QuoteForm({ draft, customer, before, send }: Props) {
  const { sold } = useCurrencies();
  const form = useDeskForm({
    draft,
    values: before ? toTyped(before) : { ...empty, currency: String(sold[0] ?? 0) },
    send: (values: Typed) => send(toSent(values, customer)),
  });
  const [pay, advancePercent] = form.watch(['pay', 'advancePercent']);
  return (
    <Form form={form} submit={before ? 'Send new version' : 'Send quote'}>
      {before ? null : (
        <Panel title="Customer">
          <ClientFields customer={customer} />
        </Panel>
      )}
      <SaleLines />
      <Panel title="Options that the customer may add">
        <LinesField name="options" called="option" />
      </Panel>
      <Panel title="Terms">
        <TextField label="Valid until" name="validUntil" type="datetime-local" />
        <WholeField label="Advance in percent" name="advancePercent" hint="0: all of it is paid at once." />
        {Number(advancePercent) % 100 === 0 ? <ChoiceField label="Paid" name="pay" options={payOptions} /> : null}
        {pay === 'invoice' || Number(advancePercent) % 100 > 0 ? <WholeField label="Days to pay" name="termsDays" /> : null}
        <AreaField label="Message to the customer" name="message" />
      </Panel>
    </Form>
  );
}

function toSent({ client, currency: code, lines, options, validUntil, pay, ...typed }: Typed, customer: string | undefined): Sent {
  const currency = Number(code) as CurrencyNumber;
  return {
    ...typed,
    currency,
    pay: pay as 'link' | 'invoice',
    client: toClient(client, customer),
    lines: toLines(lines, currency),
    options: toLines(options, currency),
    validUntil: validUntil === '' ? '' : new Date(validUntil).toISOString(),
  };
}

function toTyped({ version, currency }: NonNullable<Props['before']>): Typed {
  const toLine = ({ offerId, title, quantity, unitPrice, platform, taxCategory }: Version['lines'][number]): TypedLine => ({
    ...{ offerId: title === null ? offerId : '', title: title ?? '', quantity, taxCategory },
    ...{ unitPrice: formatDecimal({ amount: unitPrice, currency }), platform: platform === null ? '' : String(platform) },
  });
  const { lines, options, discountPercent, message, advancePercent, pay, termsDays } = version;
  return {
    ...{ ...empty, discountPercent, message, advancePercent, pay, termsDays, currency: String(currency) },
    ...{ lines: lines.map(toLine), options: options.map(toLine) },
  };
}
