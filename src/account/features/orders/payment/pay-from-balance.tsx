// Pays a purchase from the balance after showing the balance before and after; shows the missing amount if it
// is too low.

import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import sheet from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { usePage } from '#ui/page/context.ts';
import { apiQuery, useFreshQuery } from '../../../api/queries.ts';
import { LoadFailure } from '../../../layout/client-area/client-area.tsx';
import type { AskedProps } from '../cancel-dialog.tsx';
import { BalancePreview } from './balance-preview.tsx';
import { redirectToPayment } from './pay-link.ts';

export function FromBalance({ order, onDone, onClose }: AskedProps) {
  const { t } = useLingui();
  const { locale } = usePage();
  const { navigate } = useRouter();
  const { busy, failure, run } = useMutation(ApiError);
  const { purchaseId, purchasePrice: price, currency } = order;
  /** The server returned the total without the coupon. */
  const [isCodeGone, setIsCodeGone] = useState(false);
  const { data, error, isFetching, refetch } = useFreshQuery(apiQuery('POST /api/balance', { currency }));
  const pay = () =>
    void run(async () => {
      const request = { purchaseId, payFromBalance: true, withoutCoupon: isCodeGone };
      const { paymentLink } = await call('POST /api/orders/pay', request).catch((cause: unknown) => {
        setIsCodeGone(cause instanceof ApiError && cause.errors.couponCode !== undefined);
        throw cause;
      });
      // An order by hand is agreed to first.
      if (paymentLink !== null) return redirectToPayment({ paymentLink, purchaseId }, navigate);
      await onDone();
      showToast({ text: t`Paid from your balance.` });
    });
  return (
    <Dialog title={t`Pay from your balance?`} onClose={onClose} harmless>
      {data ? (
        <BalancePreview balance={data.balance} price={price} currency={currency} back="order-history" />
      ) : error ? (
        <LoadFailure error={error} busy={isFetching} retry={() => void refetch()} />
      ) : (
        <Skeleton shape="lines" count={3} />
      )}
      <FieldErrorText error={failure} />
      <form method="dialog" className={sheet.acts}>
        {data && data.balance >= price ? (
          <Button
            text={isCodeGone ? t`Pay without the code` : t`Pay ${showMoney({ amount: price, currency }, locale)} from my balance`}
            look="main"
            busy={busy}
            onClick={pay}
          />
        ) : null}
        <Button text={t`Not now`} type="submit" />
      </form>
    </Dialog>
  );
}
