// Asks an account once whether it buys as a private person or as a business. A business may add its name and
// VAT ID, which its invoices then show.
import { useLingui } from '@lingui/react/macro';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import fields from '#ui/forms/field.module.css';
import { type FormField, TextField } from '#ui/forms/field.tsx';
import type { Output } from '../../../../api.ts';
import billing from '../../billing/billing-fields.module.css';
import { guessBuysAs } from '../../billing/billing-values.ts';
import css from './payment-method.module.css';
import type { WithdrawalScope } from './start-of-work.tsx';

export type BuyerKind = 'consumer' | 'business';
export type BuyerDetails = Output<'GET /api/papers/details'>;
export type BuyerValues = { readonly buysAs: BuyerKind; readonly company: string; readonly vatId: string };

export const guessBuyer = (details: BuyerDetails): BuyerValues => ({
  ...{ buysAs: guessBuysAs(details), company: details.company, vatId: details.vatId },
});

/** The answer decides about the right of withdrawal before it is stored. */
export const getBuyerScope = (right: WithdrawalScope, details: BuyerDetails, buysAs: BuyerKind): WithdrawalScope =>
  details.buysAs === null ? { ...right, business: buysAs === 'business' } : right;

/** A member of a team who may not change what invoices show orders without it. */
export async function saveBuyer(
  { company, vatId }: Pick<BuyerValues, 'company' | 'vatId'>,
  known: BuyerDetails,
  options: { readonly signal: AbortSignal },
): Promise<void> {
  if (company === known.company && vatId === known.vatId) return;
  await call('POST /api/papers/details', { company, vatId }, options).catch((cause: unknown) => {
    if (!(cause instanceof ApiError && cause.status === 403)) throw cause;
  });
}

type Props = {
  readonly kind: FormField<BuyerKind>;
  readonly text: (name: 'company' | 'vatId') => FormField<string>;
};

export function BuyerFields({ kind, text }: Props) {
  const { t } = useLingui();
  const { error, id } = kind;
  return (
    <fieldset className={css.ways}>
      <legend>{t`You buy as`}</legend>
      <Choice field={kind} value="consumer" id={id} name={t`A private person`} />
      <Choice field={kind} value="business" id={`${id}-business`} name={t`A business`} />
      {error ? <p className={fields.error}>{error}</p> : null}
      {kind.value === 'business' ? (
        <div className={billing.fields}>
          <TextField field={text('company')} label={t`Company`} autoComplete="organization" optional />
          <TextField field={text('vatId')} label={t`VAT ID`} autoComplete="off" optional />
        </div>
      ) : null}
    </fieldset>
  );
}

type ChoiceProps = { readonly field: FormField<BuyerKind>; readonly value: BuyerKind; readonly id: string; readonly name: string };

const Choice = ({ field, value, id, name }: ChoiceProps) => (
  <label className={css.way} htmlFor={id}>
    <input {...{ id, value }} type="radio" name={field.name} checked={field.value === value} onChange={() => field.change(value)} />
    {name}
  </label>
);
