// Polls for the result after the payment page. A late result is not reported as a failure.
// The same address shows the confirmation later.

import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { OrderView } from '#modules/orders/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { ButtonLink } from '#ui/display/button.tsx';
import { Meter } from '#ui/feedback/meter.tsx';
import { Space } from '#ui/i18n/space.tsx';
import { usePage } from '#ui/page/context.ts';
import type { HistoryData } from '#ui/page/data.ts';
import { href } from '../../../../pages.ts';
import { useNews } from '../../../live/use-live-updates.ts';
import box from '../../../shared/outcome-box.module.css';
import { InvoiceLink } from '../../billing/invoice-link.tsx';
import { getHistoryAddress, getOutcome, isConfirmationPending, isUnpaid, orderAddress, type PurchaseOutcome } from '../order-list.ts';
import { orderNames } from '../order-names.ts';
import { OrderStateLine } from '../row/order-state.tsx';
import { beginPayment, checkPayment } from './pay-link.ts';
import css from './payment-return.module.css';

/** Increasing pauses, fifteen seconds in all. */
const pausesMs = [500, 1_000, 1_500, 2_500, 4_000, 5_500] as const;
const news = ['orders'] as const;

type Props = {
  readonly purchase: string;
  readonly names: HistoryData;
  readonly take: (fresh: readonly OrderView[]) => void;
};

export function Return({ purchase, names, take }: Props) {
  const { orders, isOver, isAsked } = useWait(purchase, take);
  const outcome = orders && getOutcome(orders);
  return (
    <section className={box.outcome} data-outcome={outcome === 'paid' ? 'paid' : undefined} role="status">
      {orders && outcome ? <OutcomeText {...{ orders, names, outcome, isOver, isAsked }} /> : <WaitingText isOver={isOver} />}
    </section>
  );
}

/** Stops when the result is known or after the last pause; live updates still trigger a poll. */
function useWait(purchase: string, take: Props['take']) {
  const [known, setKnown] = useState<{ orders?: readonly OrderView[]; isOver: boolean; isAsked: boolean }>({
    isOver: false,
    isAsked: false,
  });
  const polls = useRef({ turn: 0, answered: 0 });
  const isKnown = known.orders !== undefined && isFinal(getOutcome(known.orders));
  const poll = useCallback(
    async (signal: AbortSignal, isLast: boolean): Promise<boolean> => {
      const turn = ++polls.current.turn;
      // A failed poll is repeated at the next turn.
      const load = () =>
        call('GET /api/orders', { purchase }, { signal }).catch((cause: unknown) => {
          if (signal.aborted || cause instanceof ApiError) return undefined;
          throw cause;
        });
      const before = await load();
      const isAsked = before?.some(isUnpaid) === true && (await checkPayment(purchase, signal));
      const orders = isAsked ? await load() : before;
      if (signal.aborted) return true;
      // A later poll was answered before this one.
      if (turn < polls.current.answered) return false;
      if (orders) polls.current.answered = turn;
      const isOver = isLast || (orders !== undefined && isFinal(getOutcome(orders)));
      setKnown((before) => ({
        ...before,
        ...(orders ? { orders } : {}),
        isOver: before.isOver || isOver,
        isAsked: before.isAsked || isAsked,
      }));
      if (orders) take(orders);
      return isOver;
    },
    [purchase, take],
  );
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout>;
    const controller = new AbortController();
    const turn = async (count: number): Promise<void> => {
      const next = pausesMs[count];
      const isOver = await poll(controller.signal, next === undefined);
      if (!isOver) pause = setTimeout(() => void turn(count + 1), next);
    };
    void turn(0);
    return () => {
      clearTimeout(pause);
      controller.abort();
    };
  }, [poll]);
  useNews(news, async (signal) => {
    if (!isKnown) await poll(signal, false);
  });
  return known;
}

const isFinal = (outcome: PurchaseOutcome): boolean => outcome === 'paid' || outcome === 'cancelled' || outcome === 'unknown';

function WaitingText({ isOver }: { isOver: boolean }) {
  const { t } = useLingui();
  if (isOver) return <p>{t`We couldn’t check your payment just now. If you’ve paid, you’re fine: we’ll email you.`}</p>;
  return (
    <>
      <p>{t`Checking your payment…`}</p>
      <Meter label={t`Checking your payment…`} />
    </>
  );
}

type OutcomeProps = {
  readonly orders: readonly OrderView[];
  readonly names: HistoryData;
  readonly outcome: PurchaseOutcome;
  readonly isOver: boolean;
  /** The provider has said how the last attempt stands. */
  readonly isAsked: boolean;
};

function OutcomeText({ orders, names, outcome, isOver, isAsked }: OutcomeProps) {
  const { t } = useLingui();
  switch (outcome) {
    case 'paid':
      return <Confirmed orders={orders} names={names} />;
    case 'cancelled':
      return <p>{t`This purchase was cancelled.`}</p>;
    case 'unknown':
      return <p>{t`This purchase isn’t in your account. Did you use another one?`}</p>;
    default:
      if (outcome === 'making' || orders.some(isConfirmationPending) || !(isAsked || orders.some(({ paymentOutcome }) => paymentOutcome)))
        return <Waiting orders={orders} isOver={isOver} isMaking={outcome === 'making'} />;
      return <NotPaid orders={orders} />;
  }
}

/** The provider says that nothing was taken. */
function NotPaid({ orders }: Pick<OutcomeProps, 'orders'>) {
  const isDeclined = orders.some(({ paymentOutcome }) => paymentOutcome?.kind === 'declined');
  return (
    <>
      <h2>{isDeclined ? <Trans>Your bank declined the payment.</Trans> : <Trans>You haven’t paid yet.</Trans>}</h2>
      <p>
        {isDeclined ? (
          <Trans>Nothing was charged. Try again or use another method.</Trans>
        ) : (
          <Trans>Nothing was charged. Your order is waiting for payment.</Trans>
        )}
      </p>
      <PayLink orders={orders} />
    </>
  );
}

function PayLink({ orders }: Pick<OutcomeProps, 'orders'>) {
  const { locale } = usePage();
  const open = orders.find(({ paymentLink }) => paymentLink);
  if (!open?.paymentLink) return null;
  const { paymentLink, purchaseId, purchasePrice, currency } = open;
  return (
    <p>
      <ButtonLink
        text={<Trans>Pay {showMoney({ amount: purchasePrice, currency }, locale)}</Trans>}
        look="main"
        href={paymentLink}
        onClick={() => beginPayment(purchaseId)}
      />
    </p>
  );
}

function Waiting({ orders, isOver, isMaking }: Pick<OutcomeProps, 'orders' | 'isOver'> & { isMaking: boolean }) {
  const { t } = useLingui();
  const isUnreachable = orders.some(({ paymentOutcome }) => paymentOutcome?.kind === 'unreachable');
  return (
    <>
      <h2>
        {isMaking ? (
          <Trans>Order placed. We’re preparing your payment link.</Trans>
        ) : isUnreachable ? (
          <Trans>We cannot reach the bank.</Trans>
        ) : isOver ? (
          t`Your payment isn’t confirmed yet.`
        ) : (
          t`Waiting for your payment to be confirmed…`
        )}
      </h2>
      {isMaking ? null : (
        <p>
          {isUnreachable ? (
            <>
              <Trans>We don’t know yet whether you’ve paid. Please don’t pay again.</Trans>
              <Space />
              <a href={`${href('support')}?new=${orders[0]?.number}`}>{t`Contact support`}</a>
            </>
          ) : (
            <Trans>We are checking with your bank.</Trans>
          )}
        </p>
      )}
      {isOver && !isUnreachable ? (
        <p>
          {isMaking
            ? t`It’s taking longer than usual. You’ll find it on your order; no need to wait here.`
            : t`If you’ve paid, you’re fine: don’t pay again. We’ll email you as soon as your bank confirms it.`}
        </p>
      ) : isUnreachable ? null : (
        <Meter label={t`Waiting for your payment to be confirmed…`} />
      )}
    </>
  );
}

function Confirmed({ orders, names }: Pick<OutcomeProps, 'orders' | 'names'>) {
  const { locale } = usePage();
  const [first] = orders;
  if (!first) return null;
  const bundle = orders.find(({ piecesWaiting }) => piecesWaiting > 0);
  const amount = showMoney({ amount: first.purchasePrice, currency: first.currency }, locale);
  return (
    <>
      <h2>
        {orders.length > 1 ? <Trans>Thank you. Your orders are confirmed.</Trans> : <Trans>Thank you. Your order is confirmed.</Trans>}
      </h2>
      <ul className={css.orders}>
        {orders.map((order) => (
          <li key={order.id}>
            <a href={orderAddress(order.number)}>{orderNames(order, names).title}</a>
            <span>{order.number}</span>
            <span>{showMoney({ amount: order.price, currency: order.currency }, locale)}</span>
            <span>
              <OrderStateLine order={order} />
            </span>
          </li>
        ))}
      </ul>
      <p>
        {first.paidFrom === 'nothing' ? (
          <Trans>Nothing to pay.</Trans>
        ) : first.paidFrom === 'balance' ? (
          <Trans>Paid from your balance: {amount}.</Trans>
        ) : (
          <Trans>Paid: {amount}.</Trans>
        )}
        <Space />
        <Trans>We’ve emailed you a confirmation.</Trans>
      </p>
      {first.paidFrom === 'nothing' ? null : (
        <div className={css.invoice}>
          <InvoiceLink purchase={first.purchaseId} />
        </div>
      )}
      {bundle ? (
        <p>
          <ButtonLink text={<Trans>Write briefs</Trans>} look="main" href={getHistoryAddress({ brief: bundle.id })} />
        </p>
      ) : null}
    </>
  );
}
