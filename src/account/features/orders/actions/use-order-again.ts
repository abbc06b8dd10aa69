// Puts an order into the cart again, at today's price and in the current currency; the cart shows what has
// changed.

import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { OrderView } from '#modules/orders/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { showToast } from '#ui/feedback/messages.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { usePage } from '#ui/page/context.ts';
import { href } from '../../../../pages.ts';

export type OrderAgain = ReturnType<typeof useReorder>;

export function useReorder({ id, offerId, quantity, platform, addOns }: OrderView) {
  const { t } = useLingui();
  const { currency } = usePage();
  const { navigate } = useRouter();
  const { busy, failure, run } = useMutation(ApiError);
  const [isCartFull, setIsCartFull] = useState(false);
  const again = () =>
    void run(async () => {
      const [{ answers }, { addLine }] = await Promise.all([call('GET /api/orders/order', { id }), import('#ui/browser/cart-store.ts')]);
      const extras = addOns ? { addOns: addOns.map(({ id, name, quantity }) => ({ id, name, quantity })) } : {};
      const outcome = addLine({ offerId, quantity, platform, answers, currency, ...extras });
      setIsCartFull(outcome !== 'kept');
      if (outcome === 'kept')
        showToast({
          text: t`Added to your cart at today’s price.`,
          act: { label: t`Open the cart`, run: () => void navigate({ href: href('cart') }) },
        });
    });
  return { busy, failure, isCartFull, run: again };
}
