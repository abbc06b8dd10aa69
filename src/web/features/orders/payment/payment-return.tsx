// Polls for the result after the payment page. A late result is not reported as a failure.
// The same address shows the confirmation later.
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showMoney } from '../../../../lib/money/money.ts';
import type { OrderView } from '../../../../modules/orders/shapes.ts';
import { ApiError } from '../../../../ui/api-error.ts';
import { Meter } from '../../../../ui/feedback/meter.tsx';
import button from '../../../../ui/styles/button.module.css';
import { call } from '../../../api/client.ts';
import { useNews } from '../../../live/use-live-updates.ts';
import { usePage } from '../../../router/page/context.ts';
import box from '../../../shared/outcome-box.module.css';
import { withCatalog } from '../../../shared/with-catalog.tsx';
import { historyAddress, outcomeOf, type PurchaseOutcome } from '../order-list.ts';
import { currentOutcome, startPaymentTry } from './pay-link.ts';
import css from './payment-return.module.css';

/** Increasing pauses, fifteen seconds in all. */
const pausesMs = [500, 1_000, 1_500, 2_500, 4_000, 5_500] as const;
const news = ['orders'] as const;

type Props = {
  readonly purchase: string;
  readonly take: (fresh: readonly OrderView[]) => void;
  /** The payment page was left without paying. */
  readonly isPaymentAbandoned: boolean;
};

export const Return = withCatalog(({ purchase, take, isPaymentAbandoned }: Props) => {
  const { orders, isOver } = useWait(purchase, take);
  const outcome = orders && outcomeOf(orders);
  return (
    <section className={box.outcome} data-outcome={outcome === 'paid' ? 'paid' : undefined} role="status">
      {orders && outcome ? <OutcomeText {...{ orders, outcome, isOver, isPaymentAbandoned }} /> : <WaitingText isOver={isOver} />}
    </section>
  );
});

/** Stops when the result is known or after the last pause; live updates still trigger a poll. */
function useWait(purchase: string, take: Props['take']) {
  const [known, setKnown] = useState<{ orders?: readonly OrderView[]; isOver: boolean }>({ isOver: false });
  const polls = useRef({ turn: 0, answered: 0 });
  const isKnown = known.orders !== undefined && isFinal(outcomeOf(known.orders));
  const poll = useCallback(
    async (signal: AbortSignal, isLast: boolean): Promise<boolean> => {
      const turn = ++polls.current.turn;
      // A failed poll is repeated at the next turn.
      const orders = await call('GET /api/orders', { purchase }, { signal }).catch((cause: unknown) => {
        if (signal.aborted || cause instanceof ApiError) return undefined;
        throw cause;
      });
      if (signal.aborted) return true;
      // A later poll was answered before this one.
      if (turn < polls.current.answered) return false;
      if (orders) polls.current.answered = turn;
      const isOver = isLast || (orders !== undefined && isFinal(outcomeOf(orders)));
      setKnown((before) => ({ ...before, ...(orders ? { orders } : {}), isOver: before.isOver || isOver }));
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
  if (isOver)
    return (
      <p>
        <Trans>We could not look at your payment just now. If you have paid, nothing is lost: we will mail you.</Trans>
      </p>
    );
  return (
    <>
      <p>
        <Trans>Looking at your payment …</Trans>
      </p>
      <Meter label={t`Looking at your payment …`} />
    </>
  );
}

type OutcomeProps = {
  readonly orders: readonly OrderView[];
  readonly outcome: PurchaseOutcome;
  readonly isOver: boolean;
  readonly isPaymentAbandoned: boolean;
};

function OutcomeText({ orders, outcome, isOver, isPaymentAbandoned }: OutcomeProps) {
  switch (outcome) {
    case 'paid':
      return <Confirmed orders={orders} />;
    case 'cancelled':
      return (
        <p>
          <Trans>This purchase is cancelled.</Trans>
        </p>
      );
    case 'unknown':
      return (
        <p>
          <Trans>This purchase is not in your account. Perhaps you made it with another one.</Trans>
        </p>
      );
    default:
      if (unpaidOutcome(orders, isPaymentAbandoned)) return <NotPaid {...{ orders, isPaymentAbandoned }} />;
      return <Waiting orders={orders} isOver={isOver} isMaking={outcome === 'making'} />;
  }
}

const unpaidOutcome = (orders: readonly OrderView[], isPaymentAbandoned: boolean) => {
  const [first] = orders;
  const known = first && currentOutcome(first.purchaseId, orders.find(({ paymentOutcome }) => paymentOutcome)?.paymentOutcome);
  return known ?? (isPaymentAbandoned ? 'abandoned' : undefined);
};

/** The shop knows that nothing was charged, and why. */
function NotPaid({ orders, isPaymentAbandoned }: Pick<OutcomeProps, 'orders' | 'isPaymentAbandoned'>) {
  const isDeclined = unpaidOutcome(orders, isPaymentAbandoned) === 'declined';
  return (
    <>
      <h2>{isDeclined ? <Trans>Your bank declined the payment.</Trans> : <Trans>You have not paid yet.</Trans>}</h2>
      <p>
        {isDeclined ? (
          <Trans>Nothing was charged. Try again or use another method.</Trans>
        ) : (
          <Trans>Nothing was charged. Your order waits for your payment.</Trans>
        )}
      </p>
      <PayLink orders={orders} isMain />
    </>
  );
}

function PayLink({ orders, isMain = false }: Pick<OutcomeProps, 'orders'> & { isMain?: boolean }) {
  const { locale } = usePage();
  const open = orders.find(({ paymentLink }) => paymentLink);
  if (!open?.paymentLink) return null;
  const { paymentLink, purchaseId, paymentOutcome, purchasePrice, currency } = open;
  return (
    <p>
      {isMain ? null : (
        <>
          <Trans>You have not paid yet?</Trans>{' '}
        </>
      )}
      <a
        className={isMain ? button.main : `${button.quiet} ${button.small}`}
        href={paymentLink}
        onClick={() => startPaymentTry(purchaseId, paymentOutcome)}
      >
        <Trans>Pay {showMoney({ amount: purchasePrice, currency }, locale)}</Trans>
      </a>
    </p>
  );
}

function Waiting({ orders, isOver, isMaking }: Pick<OutcomeProps, 'orders' | 'isOver'> & { isMaking: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <h2>
        {isMaking ? (
          <Trans>Your order is placed. Its payment link is being made.</Trans>
        ) : isOver ? (
          <Trans>Your payment is not confirmed yet.</Trans>
        ) : (
          <Trans>Waiting for the confirmation of your payment …</Trans>
        )}
      </h2>
      {isOver ? (
        <p>
          {isMaking ? (
            <Trans>It takes longer than usual. It will stand at your order; you need not wait here.</Trans>
          ) : (
            <Trans>If you have paid, that is fine: we will mail you as soon as the bank tells us. You need not pay again.</Trans>
          )}
        </p>
      ) : (
        <Meter label={t`Waiting for the confirmation of your payment …`} />
      )}
      <PayLink orders={orders} />
    </>
  );
}

function Confirmed({ orders }: Pick<OutcomeProps, 'orders'>) {
  const { t } = useLingui();
  const { locale } = usePage();
  const [first] = orders;
  const numbers = orders.map(({ number }) => number).join(t({ message: ', ', comment: 'Between the numbers of orders' }));
  if (!first) return null;
  const bundle = orders.find(({ piecesWaiting }) => piecesWaiting > 0);
  const amount = showMoney({ amount: first.purchasePrice, currency: first.currency }, locale);
  return (
    <>
      <h2>
        <Trans>Thank you. Your order is confirmed.</Trans>
      </h2>
      <p className={css.numbers}>{numbers}</p>
      <p>
        {first.paidFrom === 'nothing' ? (
          <Trans>There was nothing to pay.</Trans>
        ) : first.paidFrom === 'balance' ? (
          <Trans>Paid from your balance: {amount}.</Trans>
        ) : (
          <Trans>Paid: {amount}.</Trans>
        )}{' '}
        <Trans>A confirmation comes by mail. You can come back to this page at any time.</Trans>
      </p>
      {bundle ? (
        <p>
          <a className={button.main} href={historyAddress({ brief: bundle.id })}>
            <Trans>Brief the pieces now</Trans>
          </a>
        </p>
      ) : null}
    </>
  );
}
