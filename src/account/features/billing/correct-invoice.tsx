// Corrects the company and the address on an invoice: a credit note takes it back, and another one replaces
// it.
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { Dialog } from '#ui/display/dialog.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import type { Output } from '../../../api.ts';
import { apiQuery } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { useAccountForm } from '../../shared/use-account-form.ts';
import css from './billing-fields.module.css';
import { NameFields } from './name-fields.tsx';

type Props = { readonly id: string; readonly number: string; readonly onDone: () => void };

export function CorrectButton(props: Props) {
  const { t } = useLingui();
  const { number } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button text={t`Correct`} small aria-label={t`Correct invoice ${number}`} onClick={() => setOpen(true)} />
      {isOpen ? <CorrectDialog {...props} close={close} /> : null}
    </>
  );
}

function CorrectDialog({ id, number, onDone, close }: Props & { readonly close: () => void }) {
  const { t } = useLingui();
  const buyer = useQuery({ ...apiQuery('GET /api/papers/buyer', { id }), gcTime: 0 });
  const finish = () => {
    close();
    onDone();
  };
  return (
    <Dialog title={t`Correct invoice ${number}`} onClose={close} closeLabel={t`Close`}>
      <p>{t`You’ll get a credit note for this invoice and a new one with the same amounts. Nothing is charged or refunded.`}</p>
      <QueryState wide query={buyer} waiting={<Skeleton shape="lines" count={4} />}>
        {(found) => <CorrectForm id={id} buyer={found} onDone={finish} />}
      </QueryState>
    </Dialog>
  );
}

type FormProps = Pick<Props, 'id' | 'onDone'> & { readonly buyer: Output<'GET /api/papers/buyer'> };

const loadShape = () =>
  import('#modules/sales/shapes-account.ts').then(({ correctInvoiceShape }) => z.omit(correctInvoiceShape, { id: true }));

const words = {
  'firstName:field.required': msg`Enter your first name.`,
  'lastName:field.required': msg`Enter your last name.`,
  'city:field.required': msg`Enter your city.`,
  'address:field.required': msg`Enter your street address.`,
};

function CorrectForm({ id, buyer, onDone }: FormProps) {
  const { t } = useLingui();
  const form = useAccountForm({
    name: `correct-${id}`,
    empty: buyer,
    shape: loadShape,
    words,
    send: (values, options) => call('POST /api/papers/correct', { ...values, id }, options),
    onDone({ number }) {
      onDone();
      showToast({ text: t`Corrected: invoice ${number} replaces it.` });
    },
  });
  return (
    <form className={css.single} {...form.props}>
      <ErrorSummary summary={form.summary} id="correct-invoice-told" />
      <TextField field={form.field('company')} label={t`Company`} autoComplete="organization" optional />
      <TextField field={form.field('vatId')} label={t`VAT ID`} autoComplete="off" optional />
      <TextField field={form.field('reference')} label={t`Your reference`} autoComplete="off" optional />
      <NameFields field={form.field} />
      <TextField field={form.field('address')} label={t`Address`} autoComplete="address-line1" />
      <TextField field={form.field('zipCode')} label={t`Postal code`} autoComplete="postal-code" optional />
      <TextField field={form.field('city')} label={t`City`} autoComplete="address-level2" />
      <div>
        <SubmitButton text={t`Issue a corrected invoice`} busy={form.busy} meanwhile={t`Correcting the invoice…`} />
      </div>
    </form>
  );
}
