// The form for a new coupon. The server validates it; errors are shown beside the fields.

import { type CurrencyNumber, currencyCode, parseMoney } from '#lib/money/money.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import type { DeskSent } from '../../../desk-api.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { AreaField, ChoiceField, type DeskMutation, DeskTextField, Form } from '../../shared/forms/form.tsx';
import { useFormDraft } from '../../shared/forms/use-form-draft.ts';
import css from './coupon-form.module.css';

type SentCoupon = DeskSent<'POST /api/coupon/make'>;
type Props = { readonly services: readonly { readonly type: number; readonly name: string }[]; readonly onDone: () => Promise<unknown> };

const empty = {
  code: '',
  kind: 'percent' as SentCoupon['kind'],
  percent: '10',
  appliesTo: 'orders' as SentCoupon['appliesTo'],
  service: '',
  totalLimit: '',
  customerLimit: '1',
  startsAt: '',
  expiresAt: '',
  why: '',
  firstPurchaseOnly: false,
};
type Typed = typeof empty;
type Amounts = Readonly<Record<string, string>>;

export function CouponForm({ services, onDone }: Props) {
  const sending = useMutation(DeskApiError);
  const draft = useFormDraft('coupon', { typed: empty, amounts: {} as Amounts });
  const { typed, amounts } = draft.values;
  const { sold } = useCurrencies();
  const set = <Name extends keyof Typed>(name: Name, value: Typed[Name]) => draft.change({ typed: { ...typed, [name]: value } });
  const send = async () => {
    await callDesk('POST /api/coupon/make', madeOf(typed, amounts, sold));
  };
  const text = (name: 'code' | 'percent' | 'totalLimit' | 'customerLimit', label: string, hint?: string) => (
    <DeskTextField label={label} name={name} hint={hint} value={typed[name]} onValue={(value) => set(name, value)} sending={sending} />
  );
  const moment = (name: 'startsAt' | 'expiresAt', label: string) => (
    <DeskTextField
      label={label}
      name={name}
      type="datetime-local"
      value={typed[name]}
      onValue={(value) => set(name, value)}
      sending={sending}
    />
  );
  return (
    <Form draft={draft} sending={sending} onSend={send} onDone={onDone} submit="Create coupon">
      {text('code', 'Code', 'What customers enter. Not case-sensitive.')}
      <ChoiceField
        label="Discount"
        name="kind"
        value={typed.kind}
        onValue={(kind) => set('kind', kind as Typed['kind'])}
        options={kinds}
        sending={sending}
      />
      {typed.kind === 'percent' ? text('percent', 'Percentage') : null}
      <AmountFields kind={typed.kind} amounts={amounts} onAmounts={(amounts) => draft.change({ amounts })} sending={sending} />
      <ChoiceField
        label="Valid for"
        name="appliesTo"
        value={typed.appliesTo}
        onValue={(what) => set('appliesTo', what as Typed['appliesTo'])}
        options={uses}
        sending={sending}
      />
      <ChoiceField
        label="Service"
        name="services"
        value={typed.service}
        onValue={(service) => set('service', service)}
        options={[{ value: '', label: 'All services' }, ...services.map(({ type, name }) => ({ value: String(type), label: name }))]}
        sending={sending}
      />
      {text('totalLimit', 'Total uses', 'Empty: unlimited')}
      {text('customerLimit', 'Uses per customer', 'Empty: unlimited')}
      {moment('startsAt', 'Starts')}
      {moment('expiresAt', 'Ends')}
      <label className={css.check}>
        <input type="checkbox" checked={typed.firstPurchaseOnly} onChange={(event) => set('firstPurchaseOnly', event.target.checked)} />
        First purchase only
      </label>
      <AreaField label="Reason" name="why" value={typed.why} onValue={(value) => set('why', value)} sending={sending} />
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

type CouponAmountProps = {
  readonly kind: Typed['kind'];
  readonly amounts: Amounts;
  readonly onAmounts: (amounts: Amounts) => void;
  readonly sending: DeskMutation;
};

function AmountFields({ kind, amounts, onAmounts, sending }: CouponAmountProps) {
  const field = (name: string, label: string) => (
    <DeskTextField
      key={name}
      label={label}
      name={name}
      inputMode="decimal"
      value={amounts[name] ?? ''}
      onValue={(value) => onAmounts({ ...amounts, [name]: value })}
      sending={sending}
    />
  );
  const { sold } = useCurrencies();
  const wrong = sending.failure?.errors.amounts;
  return (
    <fieldset className={css.amounts}>
      <legend>{kind === 'amount' ? 'Amounts by currency' : 'Minimum order'}</legend>
      {wrong ? (
        <strong className={css.wrong} role="alert">
          {wrong.join(' ')}
        </strong>
      ) : null}
      {sold.flatMap((currency) => {
        const code = currencyCode(currency);
        const minimum = field(`minimum-${currency}`, kind === 'amount' ? `${code} minimum` : code);
        return kind === 'amount' ? [field(`amount-${currency}`, `${code} discount`), minimum] : [minimum];
      })}
    </fieldset>
  );
}

/** An invalid number is sent as a value that the server rejects. */
const limit = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const moment = (text: string): string | null => (text === '' ? null : new Date(text).toISOString());

function madeOf(typed: Typed, amounts: Amounts, currencies: readonly CurrencyNumber[]): SentCoupon {
  const { code, kind, percent, appliesTo, service, totalLimit, customerLimit, firstPurchaseOnly, startsAt, expiresAt, why } = typed;
  return {
    code,
    kind,
    appliesTo,
    firstPurchaseOnly,
    why,
    percent: kind === 'percent' ? limit(percent) : null,
    totalLimit: limit(totalLimit),
    customerLimit: limit(customerLimit),
    startsAt: moment(startsAt),
    expiresAt: moment(expiresAt),
    services: service === '' ? null : [Number(service) as NonNullable<SentCoupon['services']>[number]],
    amounts: currencies.flatMap((currency) => {
      const amount = kind === 'amount' ? parseMoney(amounts[`amount-${currency}`] ?? '', currency) : undefined;
      const minimum = parseMoney(amounts[`minimum-${currency}`] ?? '', currency);
      return amount === undefined && minimum === undefined ? [] : [{ currency, amount: amount ?? null, minimum: minimum ?? 0 }];
    }),
  };
}
