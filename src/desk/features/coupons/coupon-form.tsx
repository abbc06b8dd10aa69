// The form for a new coupon. The server validates it; errors are shown beside the fields.

import { type CurrencyNumber, getCurrencyCode, parseMoney } from '#lib/money/money.ts';
import type { DeskSent } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { AreaField, CheckField, ChoiceField, FieldError, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import css from './coupon-form.module.css';

type SentCoupon = DeskSent<'POST /api/coupon/make'>;
type Props = { readonly services: readonly { readonly type: number; readonly name: string }[]; readonly onDone: () => Promise<unknown> };

const empty = {
  code: '',
  kind: 'percent' as SentCoupon['kind'],
  percent: '10',
  amounts: {} as Amounts,
  appliesTo: 'orders' as SentCoupon['appliesTo'],
  services: '',
  totalLimit: '',
  customerLimit: '1',
  startsAt: '',
  expiresAt: '',
  firstPurchaseOnly: false,
  why: '',
};
type Amounts = Readonly<Record<string, string>>;

export function CouponForm({ services, onDone }: Props) {
  const { sold } = useCurrencies();
  const form = useDeskForm({
    draft: 'coupon.new',
    values: empty,
    send: (values) => callDesk('POST /api/coupon/make', toCoupon(values, sold)),
    onDone,
  });
  const kind = form.watch('kind');
  return (
    <Form form={form} submit="Create coupon">
      <TextField label="Code" name="code" hint="What customers enter. Not case-sensitive." />
      <ChoiceField label="Discount" name="kind" options={kinds} />
      {kind === 'percent' ? <TextField label="Percentage" name="percent" /> : null}
      <AmountFields kind={kind} />
      <ChoiceField label="Valid for" name="appliesTo" options={uses} />
      <ChoiceField
        label="Service"
        name="services"
        options={[{ value: '', label: 'All services' }, ...services.map(({ type, name }) => ({ value: String(type), label: name }))]}
      />
      <TextField label="Total uses" name="totalLimit" hint="Empty: unlimited" />
      <TextField label="Uses per customer" name="customerLimit" hint="Empty: unlimited" />
      <TextField label="Starts" name="startsAt" type="datetime-local" />
      <TextField label="Ends" name="expiresAt" type="datetime-local" />
      <CheckField name="firstPurchaseOnly" className={css.check}>
        First purchase only
      </CheckField>
      <AreaField label="Reason" name="why" />
    </Form>
  );
}

const kinds = [
  { value: 'percent', label: 'Percentage' },
  { value: 'amount', label: 'Fixed amount' },
];
const uses = [
  { value: 'orders', label: 'Orders' },
  { value: 'deposits', label: 'Deposits' },
  { value: 'both', label: 'Orders and deposits' },
];

function AmountFields({ kind }: Pick<typeof empty, 'kind'>) {
  const { sold } = useCurrencies();
  const field = (name: string, label: string) => <TextField key={name} label={label} name={`amounts.${name}`} inputMode="decimal" />;
  return (
    <fieldset className={css.amounts}>
      <legend>{kind === 'amount' ? 'Amounts by currency' : 'Minimum order'}</legend>
      <FieldError name="amounts" />
      {sold.flatMap((currency) => {
        const code = getCurrencyCode(currency);
        const minimum = field(`minimum-${currency}`, kind === 'amount' ? `${code} minimum` : code);
        return kind === 'amount' ? [field(`amount-${currency}`, `${code} discount`), minimum] : [minimum];
      })}
    </fieldset>
  );
}

/** An invalid number is sent as a value that the server rejects. */
const limit = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const toIsoTime = (text: string): string | null => (text === '' ? null : new Date(text).toISOString());

function toCoupon({ amounts, services, ...typed }: typeof empty, currencies: readonly CurrencyNumber[]): SentCoupon {
  return {
    ...typed,
    percent: typed.kind === 'percent' ? limit(typed.percent) : null,
    totalLimit: limit(typed.totalLimit),
    customerLimit: limit(typed.customerLimit),
    startsAt: toIsoTime(typed.startsAt),
    expiresAt: toIsoTime(typed.expiresAt),
    services: services === '' ? null : [Number(services) as NonNullable<SentCoupon['services']>[number]],
    amounts: currencies.flatMap((currency) => {
      const amount = typed.kind === 'amount' ? parseMoney(amounts[`amount-${currency}`] ?? '', currency) : undefined;
      const minimum = parseMoney(amounts[`minimum-${currency}`] ?? '', currency);
      return amount === undefined && minimum === undefined ? [] : [{ currency, amount: amount ?? null, minimum: minimum ?? 0 }];
    }),
  };
}
