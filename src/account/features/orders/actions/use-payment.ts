// Pays a purchase by its link, or by a new one if that has expired.
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { OrderView } from '#modules/orders/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { usePage } from '#ui/page/context.ts';
import { isUnpaid, type OrderProps } from '../order-list.ts';
import { beginPayment, redirectToPayment } from '../payment/pay-link.ts';

export type PaymentAction = ReturnType<typeof usePayment>;

export function usePayment(order: OrderView, take: OrderProps['take']) {
  const { locale } = usePage();
  const { navigate } = useRouter();
  const { busy, failure, run } = useMutation(ApiError);
  const now = useNow();
  /** The provider has made no link yet. */
  const [isLate, setIsLate] = useState(false);
  /** The coupon is no longer valid: the server returned the total without it. */
  const [isCodeGone, setIsCodeGone] = useState(false);
  const { paymentLink, linkExpiresAt, purchaseId, purchasePrice: amount, currency } = order;
  const isOpen = paymentLink !== null && linkExpiresAt !== null && Date.parse(linkExpiresAt) > now;
  const pay = () =>
    void run(async () => {
      const { paymentLink: link } = await call('POST /api/orders/pay', { purchaseId, withoutCoupon: isCodeGone }).catch(
        (cause: unknown) => {
          setIsCodeGone(cause instanceof ApiError && cause.errors.couponCode !== undefined);
          throw cause;
        },
      );
      setIsLate(link === null);
      if (link === null) take(await call('GET /api/orders', { purchase: purchaseId }));
      else redirectToPayment({ paymentLink: link, purchaseId }, navigate);
    });
  return {
    busy,
    failure,
    pay,
    isCodeGone,
    isLate: isLate && isUnpaid(order),
    /** The open link, if there is one. */
    link: isUnpaid(order) && isOpen ? paymentLink : undefined,
    price: showMoney({ amount, currency }, locale),
    openLink: () => beginPayment(purchaseId),
  };
}
