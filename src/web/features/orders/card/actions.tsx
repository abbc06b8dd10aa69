// Actions of an order: pay by link or from the balance, cancel, withdraw, reorder, ask support.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, type RefObject, useState } from 'react';
import { showMoney } from '../../../../lib/money/money.ts';
import { href } from '../../../../pages.ts';
import { ApiError } from '../../../../ui/api-error.ts';
import { LazyPart } from '../../../../ui/display/lazy.tsx';
import { toast } from '../../../../ui/feedback/toasts.tsx';
import { FailureText } from '../../../../ui/forms/failure-text.tsx';
import { useFocusAfter } from '../../../../ui/hooks/use-focus.ts';
import { useMutation } from '../../../../ui/hooks/use-mutation.ts';
import { useNow } from '../../../../ui/hooks/use-now.ts';
import button from '../../../../ui/styles/button.module.css';
import { call } from '../../../api/client.ts';
import { usePage } from '../../../router/page/context.ts';
import type { AskedProps } from '../cancel-dialog.tsx';
import { isUnpaid, type OrderProps, orderNames, statusDisplay } from '../order-list.ts';
import { redirectToPayment, startPaymentTry } from '../payment/pay-link.ts';
import css from './order-card.module.css';

type Props = OrderProps & {
  /** Called when the button that had the focus is gone. */
  readonly heading: RefObject<HTMLElement | null>;
};

/** Dialogs, each in a lazy chunk. */
const dialogs = {
  cancel: (): Promise<ComponentType<AskedProps>> => import('../cancel-dialog.tsx').then(({ CancelDialog }) => CancelDialog),
  withdraw: (): Promise<ComponentType<AskedProps>> => import('../withdraw-dialog.tsx').then(({ WithdrawDialog }) => WithdrawDialog),
  balance: (): Promise<ComponentType<AskedProps>> => import('../payment/pay-from-balance.tsx').then(({ FromBalance }) => FromBalance),
};

export function OrderActions({ order, names, take, heading }: Props) {
  const { t } = useLingui();
  const [openDialog, setOpenDialog] = useState<keyof typeof dialogs>();
  const { number, purchaseId } = order;
  const closed = () => setOpenDialog(undefined);
  const focusAfter = useFocusAfter();
  const done = async () => {
    take(await call('GET /api/orders', { purchase: purchaseId }));
    // The dialog had the focus, and the button that opened it may be gone.
    focusAfter(() => heading.current);
    closed();
  };
  const dialogProps = { order, done, closed };
  return (
    <>
      <div className={css.acts}>
        {isUnpaid(order) ? <Paying order={order} take={take} fromBalance={() => setOpenDialog('balance')} /> : null}
        {statusDisplay[order.status].cancel ? (
          <button type="button" className={button.link} aria-label={t`Cancel ${number}`} onClick={() => setOpenDialog('cancel')}>
            <Trans context="an order">Cancel</Trans>
          </button>
        ) : null}
        {order.withdrawUntil ? (
          <button
            type="button"
            className={button.link}
            aria-label={`${t`Withdraw from contract`}: ${number}`}
            onClick={() => setOpenDialog('withdraw')}
          >
            <Trans>Withdraw from contract</Trans>
          </button>
        ) : null}
        <Again order={order} title={orderNames(order, names).title} />
        <a className={css.help} href={`${href('support')}?new=${number}`} aria-label={t`Get help with ${number}`}>
          <Trans>Get help</Trans>
        </a>
      </div>
      {openDialog ? <LazyPart key={openDialog} load={dialogs[openDialog]} props={dialogProps} failed={closed} /> : null}
    </>
  );
}

function Paying({ order, take, fromBalance }: Pick<OrderProps, 'order' | 'take'> & { fromBalance: () => void }) {
  const { t } = useLingui();
  const { locale, go } = usePage();
  const { busy, failure, run } = useMutation(ApiError);
  const now = useNow();
  const [isMade, setIsMade] = useState(true);
  /** The coupon is no longer valid: the server returned the total without it. */
  const [isCodeGone, setIsCodeGone] = useState(false);
  const { paymentLink, paymentOutcome, linkExpiresAt, purchaseId, purchasePrice: amount, currency, number } = order;
  const isOpen = paymentLink !== null && linkExpiresAt !== null && Date.parse(linkExpiresAt) > now;
  const price = showMoney({ amount, currency }, locale);
  const fresh = (withoutCoupon: boolean) =>
    void run(async () => {
      const { paymentLink: link } = await call('POST /api/orders/pay', { purchaseId, withoutCoupon }).catch((cause: unknown) => {
        setIsCodeGone(cause instanceof ApiError && cause.errors.couponCode !== undefined);
        throw cause;
      });
      setIsMade(link !== null);
      if (link === null) take(await call('GET /api/orders', { purchase: purchaseId }));
      else redirectToPayment({ paymentLink: link, purchaseId }, go);
    });
  return (
    <>
      {isOpen ? (
        <a className={`${button.main} ${button.small}`} href={paymentLink} onClick={() => startPaymentTry(purchaseId, paymentOutcome)}>
          <Trans>Pay {price}</Trans>
        </a>
      ) : (
        <button
          type="button"
          className={`${button.main} ${button.small}`}
          aria-disabled={busy || undefined}
          onClick={() => fresh(isCodeGone)}
        >
          {isCodeGone ? <Trans>Pay without the code</Trans> : <Trans>Pay {price}</Trans>}
        </button>
      )}
      {isOpen ? <CopyLink link={paymentLink} number={number} /> : null}
      <button
        type="button"
        className={`${button.quiet} ${button.small}`}
        onClick={fromBalance}
        aria-label={t`Pay ${number} from my balance`}
      >
        <Trans>Pay from balance</Trans>
      </button>
      <p role="alert" className={css.wrong}>
        {failure ? (
          <FailureText of={failure} />
        ) : isMade ? null : (
          <Trans>The payment link is not there yet. Please try again in a minute.</Trans>
        )}
      </p>
    </>
  );
}

function CopyLink({ link, number }: { link: string; number: string }) {
  const { t } = useLingui();
  const [isShown, setIsShown] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast({ text: t`The payment link is copied.` });
    } catch {
      // If the clipboard is not available, the user can still select and copy it.
      setIsShown(true);
    }
  };
  return (
    <>
      <button
        type="button"
        className={`${button.quiet} ${button.small}`}
        aria-label={t`Copy the payment link of ${number}`}
        onClick={() => void copy()}
      >
        <Trans>Copy link</Trans>
      </button>
      {isShown ? <code className={css.link}>{link}</code> : null}
    </>
  );
}

/** At today's price, in the current currency; the cart shows what has changed. */
function Again({ order: { id, offerId, quantity, platform }, title }: Pick<OrderProps, 'order'> & { title: string }) {
  const { t } = useLingui();
  const { currency, go } = usePage();
  const { busy, failure, run } = useMutation(ApiError);
  const [isFull, setIsFull] = useState(false);
  const again = () =>
    void run(async () => {
      const [{ answers }, { addLine }] = await Promise.all([
        call('GET /api/orders/order', { id }),
        import('../../../browser/cart-store.ts'),
      ]);
      const outcome = addLine({ offerId, quantity, platform, answers, currency });
      setIsFull(outcome !== 'kept');
      if (outcome === 'kept')
        toast({ text: t`It is in the cart, at today’s price.`, act: { label: t`Open the cart`, run: () => void go(href('cart')) } });
    });
  return (
    <>
      <button type="button" className={button.link} aria-label={t`Order again: ${title}`} aria-disabled={busy || undefined} onClick={again}>
        <Trans>Order again</Trans>
      </button>
      <p role="alert" className={css.wrong}>
        {failure ? <FailureText of={failure} /> : isFull ? <Trans>There is no room for it in your cart.</Trans> : null}
      </p>
    </>
  );
}
