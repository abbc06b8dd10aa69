// The client and the lines of what an operator sells: the same in orders and quotes.
import { useQuery } from '@tanstack/react-query';
import { listCountries } from '#lib/money/countries.ts';
import { type CurrencyNumber, getCurrencyCode, parseMoney } from '#lib/money/money.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { ChoiceField, FieldError, PercentField, TextField, WholeField } from '../../shared/forms/fields.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { useDeskLabels } from '../../shared/values/words.ts';
import { SortableField } from '../content/sortable-list.tsx';
import css from './sales.module.css';

const taxOptions = [
  { value: 'standard', label: 'Standard rate' },
  { value: 'reduced', label: 'Reduced rate' },
  { value: 'zero', label: 'Zero-rated' },
  { value: 'exempt', label: 'Exempt' },
  { value: 'outside', label: 'Outside the scope' },
];
export const emptyClient = {
  ...{ email: '', firstName: '', lastName: '', country: '', address: '' },
  ...{ zipCode: '', city: '', company: '', vatId: '' },
};

/** Fields of both kinds, so that another kind keeps what was typed. */
export const emptyLine = { offerId: '', title: '', quantity: 1, unitPrice: '', platform: '', taxCategory: 'standard' };
export type TypedLine = typeof emptyLine;

function KnownClient({ id }: { readonly id: string }) {
  const { data } = useQuery(deskQuery('GET /api/customer', { id }));
  if (!data) return <PanelNote>…</PanelNote>;
  const { name, email, discountPercent, blockedAt } = data;
  return (
    <PanelNote>
      {name}, {email}
      {blockedAt ? '. This customer is blocked: unblock them first.' : ''}
      {discountPercent > 0 ? `. Their own discount of ${discountPercent}% is taken off orders, if no larger one is entered.` : ''}
    </PanelNote>
  );
}

const NewClientFields = () => (
  <>
    <PanelNote>A known email address is that customer, whose details stay as they are.</PanelNote>
    <div className={css.fields}>
      <TextField label="Email" name="client.email" type="email" />
      <TextField label="First name" name="client.firstName" />
      <TextField label="Last name" name="client.lastName" />
      <ChoiceField
        label="Country"
        name="client.country"
        options={[{ value: '', label: 'Choose' }, ...listCountries('en').map(({ code, name }) => ({ value: code, label: name }))]}
      />
      <TextField label="Address" name="client.address" />
      <TextField label="Postal code" name="client.zipCode" />
      <TextField label="City" name="client.city" />
      <TextField label="Company" name="client.company" />
      <TextField label="VAT ID" name="client.vatId" />
    </div>
  </>
);

export const ClientFields = ({ customer }: { readonly customer: string | undefined }) =>
  customer ? <KnownClient id={customer} /> : <NewClientFields />;

/** The currency, the lines in it, and a discount on all of them. */
export function SaleLines() {
  const { sold } = useCurrencies();
  return (
    <Panel title="Lines">
      <ChoiceField label="Currency" name="currency" options={sold.map((each) => ({ value: String(each), label: getCurrencyCode(each) }))} />
      <LinesField name="lines" />
      <PercentField label="Discount in percent" name="discountPercent" />
    </Panel>
  );
}

/** A list of lines under this name. */
export const LinesField = ({ name, called = 'line' }: { readonly name: string; readonly called?: string }) => (
  <>
    <FieldError name={name} />
    <SortableField
      name={name}
      called={called}
      getTitle={({ title, offerId }: TypedLine, index) => `${index + 1}. ${title || offerId || 'Line'}`}
      make={() => emptyLine}
    >
      {(each, line) => <LineFields name={each} line={line} />}
    </SortableField>
  </>
);

function LineFields({ name, line }: { readonly name: string; readonly line: TypedLine }) {
  const labels = useDeskLabels();
  const offers = (labels.all?.offers ?? []).map(({ id }) => ({
    value: id,
    label: labels.offer({ offerId: id, quantity: 1, title: null }),
  }));
  return (
    <div className={css.fields}>
      <ChoiceField label="What" name={`${name}.offerId`} options={[{ value: '', label: 'Your own line' }, ...offers]} />
      {line.offerId === '' ? (
        <>
          <TextField label="Title" name={`${name}.title`} />
          <TextField label="Unit price with tax" name={`${name}.unitPrice`} inputMode="decimal" />
          <ChoiceField label="Tax" name={`${name}.taxCategory`} options={taxOptions} />
        </>
      ) : (
        <ChoiceField
          label="Platform"
          name={`${name}.platform`}
          options={[
            { value: '', label: 'None' },
            ...(labels.all?.platforms ?? []).map(({ platform, name: label }) => ({ value: String(platform), label })),
          ]}
        />
      )}
      <WholeField label="Quantity" name={`${name}.quantity`} />
    </div>
  );
}

export const toClient = (client: typeof emptyClient, customerId: string | undefined) =>
  customerId === undefined ? Object.fromEntries(Object.entries(client).filter(([, value]) => value.trim() !== '')) : { customerId };

/** What is no number is sent as a value that the server rejects. */
export const toLines = (lines: readonly TypedLine[], currency: CurrencyNumber) =>
  lines.map(({ offerId, title, quantity, unitPrice, platform, taxCategory }) =>
    offerId === ''
      ? { title, quantity, unitPrice: parseMoney(unitPrice, currency) ?? null, taxCategory }
      : { offerId, quantity, platform: platform === '' ? null : Number(platform), answers: {} },
  );
