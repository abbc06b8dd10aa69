// How the visitors of an open page come back to it after they have paid.

import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import { getAttemptState } from '#modules/payments/rules.ts';
import { href } from '../../pages.ts';

/** The address to which the provider leads back. The same for each payment of the link. */
export const getReturnPath = (page: 'pay' | 'means' | 'invoice', code: string): string =>
  `${href(page)}?${new URLSearchParams({ code, back: 'yes' })}`;

/**
 * Whether the bank has not decided yet. `isBack`: the visitor comes from the provider, which is asked how the
 * payment has ended, because its webhook may be on its way.
 */
export async function checkPayment(
  { ctx, payments }: Pick<CheckoutDeps, 'ctx' | 'payments'>,
  { accountId, subjectId, isBack }: { readonly accountId: string; readonly subjectId: string; readonly isBack: boolean },
): Promise<boolean> {
  let open = await payments.openLink(subjectId);
  if (open && isBack) {
    const { answered } = await payments.check(accountId, subjectId);
    if (!answered) return true;
    open = await payments.openLink(subjectId);
  }
  const attempt = open && getAttemptState(open, ctx.clock.now());
  return attempt === 'confirming' || attempt === 'unreachable';
}
