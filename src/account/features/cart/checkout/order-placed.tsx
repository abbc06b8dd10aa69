// Shown after an order is placed, until the payment page opens.

import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { PlacedOrder } from '#modules/orders/shapes.ts';
import { ButtonLink } from '#ui/display/button.tsx';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import { getHistoryAddress } from '../../orders/order-list.ts';
import { redirectToPayment } from '../../orders/payment/pay-link.ts';
import css from './checkout-form.module.css';

export function PlacedNow({ placed }: { placed: PlacedOrder }) {
  const { t } = useLingui();
  const { navigate } = useRouter();
  const heading = useRef<HTMLDivElement>(null);
  useFocusOnMount(() => heading.current);
  // Once: a customer who comes back is not redirected again.
  const redirect = useEffectEvent(() => redirectToPayment(placed, navigate));
  useEffect(() => {
    redirect();
  }, []);
  return (
    <div ref={heading} tabIndex={-1} className={css.placed}>
      <h2>{t`Your order is placed.`}</h2>
      <p>{t`Taking you to the payment page…`}</p>
      <p>
        <ButtonLink
          text={placed.paymentLink === null ? t`Order history` : t`Continue to payment`}
          look="main"
          href={placed.paymentLink ?? getHistoryAddress({ purchase: placed.purchaseId })}
        />
      </p>
    </div>
  );
}
