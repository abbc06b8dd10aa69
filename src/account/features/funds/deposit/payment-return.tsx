// Waits for the result after the payment page. A deposit is not called failed until the result is known; a
// reload only polls again.

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { DepositView } from '#modules/wallet/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { getItem, getSessionStore, setItem } from '#ui/browser/storage.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { Meter } from '#ui/feedback/meter.tsx';
import { usePage } from '#ui/page/context.ts';
import { href } from '../../../../pages.ts';
import { useNews } from '../../../live/use-live-updates.ts';
import { beginPayment, checkPayment } from '../../orders/payment/pay-link.ts';
import { RETURN_KEY, returnPages } from './deposit-request.ts';
import css from './payment-return.module.css';

/** About as many seconds as a bank takes at most on an ordinary day. */
const MAX_POLLS = 15;
const POLL_MS = 1_000;
const news = ['balance'] as const;

type Props = {
  readonly id: string;
  /** Called when the deposit is on the balance. */
  readonly onSettled: () => void;
};
type ReturnState = {
  readonly looks: number;
  readonly view: DepositView | undefined;
  readonly unknown: boolean;
  /** The provider has said how the last attempt stands. */
  readonly isAsked: boolean;
};

/** Undefined while the end of the attempt is unknown. */
function getOutcome({ paymentOutcome, paymentLink }: DepositView, isAsked: boolean): 'declined' | 'abandoned' | undefined {
  if (paymentOutcome?.kind === 'confirming' || paymentOutcome?.kind === 'unreachable') return undefined;
  return paymentOutcome?.kind ?? (isAsked && paymentLink !== null ? 'abandoned' : undefined);
}

export function DepositReturn({ id, onSettled }: Props) {
  const { t } = useLingui();
  const { looks, view, unknown, isAsked, again } = useStanding(id, onSettled);
  if (unknown)
    return (
      <section className={css.told} role="status">
        <h2>{t`We can’t find this deposit.`}</h2>
      </section>
    );
  const isPaid = view?.state === 'paid';
  const outcome = view?.state === 'open' ? getOutcome(view, isAsked) : undefined;
  const isExpired = view?.state === 'expired';
  const isWaiting = !isPaid && !isExpired && outcome === undefined && looks < MAX_POLLS;
  return (
    <section className={css.told} data-paid={isPaid ? '' : undefined} aria-labelledby="returned">
      <div role="status">
        {isPaid ? (
          <Arrived deposit={view} />
        ) : outcome ? (
          <NotPaid outcome={outcome} />
        ) : (
          <>
            <h2 id="returned">
              {isExpired ? (
                <Trans>The payment link has expired.</Trans>
              ) : isWaiting ? (
                t`Waiting for the bank…`
              ) : (
                t`We haven’t heard from the bank yet.`
              )}
            </h2>
            <p>
              {isExpired ? (
                <Trans>Nothing was added to your balance. You can make a new deposit below.</Trans>
              ) : isWaiting ? (
                t`This takes a few seconds. You can leave this page.`
              ) : (
                t`If you’ve paid, the money will be added to your balance and we’ll email you. If not, nothing was charged.`
              )}
            </p>
          </>
        )}
      </div>
      {isWaiting ? <Meter label={t`Waiting for the bank`} done={looks / MAX_POLLS} /> : null}
      {isPaid || isExpired ? null : (
        <p className={css.acts}>
          {isWaiting || outcome ? null : <Button text={t`Check again`} onClick={again} />}
          {view?.paymentLink && outcome ? (
            <ButtonLink text={t`Back to payment`} look="main" href={view.paymentLink} onClick={() => beginPayment(id)} />
          ) : null}
        </p>
      )}
      {isPaid ? <BackToIt /> : null}
    </section>
  );
}

const NotPaid = ({ outcome }: { outcome: 'declined' | 'abandoned' }) => {
  const { t } = useLingui();
  return outcome === 'declined' ? (
    <>
      <h2 id="returned">{t`Your bank declined the payment.`}</h2>
      <p>{t`Nothing was charged. Try again or use another method.`}</p>
    </>
  ) : (
    <>
      <h2 id="returned">{t`You haven’t paid yet.`}</h2>
      <p>{t`Nothing was charged.`}</p>
    </>
  );
};

function Arrived({ deposit: { amount, price, currency } }: { deposit: DepositView }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const formatAmount = (money: number) => showMoney({ amount: money, currency }, locale);
  return (
    <>
      <h2 id="returned">{t`${formatAmount(amount)} was added to your balance.`}</h2>
      <p>{t`You paid ${formatAmount(price)}. We’re emailing you a confirmation.`}</p>
    </>
  );
}

/** Link back to the order that was short of money. */
function BackToIt() {
  const [wanted] = useState(() => getItem(RETURN_KEY, getSessionStore));
  if (wanted !== 'cart' && wanted !== 'order-history') return null;
  return (
    <p>
      <ButtonLink
        text={wanted === 'cart' ? <Trans>Back to your cart</Trans> : <Trans>Back to your orders</Trans>}
        look="main"
        href={href(returnPages[wanted])}
        onClick={() => setItem(RETURN_KEY, null, getSessionStore)}
      />
    </p>
  );
}

function useStanding(id: string, onSettled: () => void): ReturnState & { readonly again: () => void } {
  const [standing, setStanding] = useState<ReturnState>({ looks: 0, view: undefined, unknown: false, isAsked: false });
  const { looks, view, unknown } = standing;
  const isOver = view?.state === 'paid' || view?.state === 'expired' || unknown || looks >= MAX_POLLS;
  useEffect(() => {
    if (isOver) return undefined;
    const controller = new AbortController();
    const rest = setTimeout(
      () => {
        const { signal } = controller;
        const load = () => call('GET /api/balance/deposit', { id }, { signal });
        const look = async () => {
          const before = await load();
          const isAsked = before.state === 'open' && (await checkPayment(id, signal));
          return { isAsked, seen: isAsked ? await load() : before };
        };
        look().then(
          ({ isAsked, seen }) => {
            setStanding({ looks: looks + 1, view: seen, unknown: false, isAsked });
            if (seen.state === 'paid') onSettled();
          },
          (cause: unknown) => {
            if (signal.aborted) return;
            setStanding((now) => {
              // Programming errors belong to the error boundary.
              if (!(cause instanceof ApiError)) throw cause;
              // Another account's deposit or an unknown id; other errors may be temporary.
              return { ...now, looks: looks + 1, unknown: cause.status === 404 || cause.status === 400 };
            });
          },
        );
      },
      looks === 0 ? 0 : POLL_MS,
    );
    return () => {
      clearTimeout(rest);
      controller.abort();
    };
  }, [id, looks, isOver, onSettled]);
  // Announced even after the wait has ended.
  useNews(news, () => setStanding((now) => ({ ...now, looks: Math.min(now.looks, MAX_POLLS - 1) })));
  return { ...standing, again: () => setStanding((now) => ({ ...now, looks: 0 })) };
}
