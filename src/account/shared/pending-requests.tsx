// Polls for the result of an order or deposit whose response was lost.

import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { type Attempt, type AttemptKind, findUnanswered, mayArrive, removeAttempt, requestHash } from '#ui/api/pending-requests.ts';
import { ATTEMPTS, onAttemptsChange } from '#ui/api/pending-requests-changed.ts';
import { readCart, removeLine } from '#ui/browser/cart-store.ts';
import { getDraftKey, getItem, getSessionStore, setItem } from '#ui/browser/storage.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { href } from '../../pages.ts';
import { useNews } from '../live/use-live-updates.ts';
import { MomentText } from './date-time.tsx';
import box from './outcome-box.module.css';

type Props = {
  readonly kind: AttemptKind /** The page shows the result itself. */;
  readonly take: ((id: string) => void) | undefined;
};
type Known = { readonly attempt: Attempt; readonly state: 'asking' | 'missing' } | { readonly attempt: Attempt; readonly id: string };

const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
const news = ['orders', 'balance'] as const;
const readStored = () => getItem(ATTEMPTS) ?? '';

export function Unanswered({ kind, take }: Props) {
  const known = useKnown(kind);
  const found = known && 'id' in known ? known : undefined;
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (!found || !latest.current) return;
    latest.current(found.id);
    void settle(found.attempt);
  }, [found]);
  if (!known || (found && take)) return null;
  const sent = <MomentText iso={new Date(known.attempt.sentAt).toISOString()} />;
  return (
    <section className={box.outcome} role="status">
      {'id' in known ? (
        <AttemptFound {...known} sent={sent} />
      ) : (
        <AttemptOpen kind={kind} state={known.state} sent={sent} isCart={take === undefined} />
      )}
    </section>
  );
}

function useKnown(kind: AttemptKind): Known | undefined {
  const text = useSyncExternalStore(onAttemptsChange, readStored, readStored);
  const attempt = useMemo(() => (text ? findUnanswered(kind) : undefined), [kind, text]);
  const key = attempt?.key;
  const [known, setKnown] = useState<Known>();
  const [seenKey, setSeenKey] = useState<string>();
  if (key !== seenKey) {
    setSeenKey(key);
    if (attempt) setKnown({ attempt, state: 'asking' });
    // It was sent again and answered. The message that it never arrived stays.
    else if (known && !('state' in known && known.state === 'missing')) setKnown(undefined);
  }
  const pollNow = useRef<() => void>(undefined);
  const startPolling = useEffectEvent(() => attempt && poll(attempt, setKnown, pollNow));
  useEffect(() => {
    return key === undefined ? undefined : startPolling();
  }, [key]);
  useNews(news, () => pollNow.current?.());
  return known;
}

/** Polls with increasing pauses, and immediately on a live update. */
function poll(attempt: Attempt, onResult: (known: Known) => void, pollNow: { current: (() => void) | undefined }): () => void {
  const controller = new AbortController();
  let pause: ReturnType<typeof setTimeout>;
  let count = 0;
  const checkOnce = async (): Promise<void> => {
    clearTimeout(pause);
    const mayBeUnderWay = mayArrive(attempt.sentAt);
    try {
      const { purchaseId, depositId } = await call('GET /api/payments/attempt', { key: attempt.key }, { signal: controller.signal });
      const id = purchaseId ?? depositId;
      if (id) return onResult({ attempt, id });
      if (!mayBeUnderWay) {
        onResult({ attempt, state: 'missing' });
        return removeAttempt(attempt.key);
      }
    } catch (cause) {
      if (controller.signal.aborted) return;
      if (!(cause instanceof ApiError)) reportError(cause);
    }
    pause = setTimeout(() => void checkOnce(), pausesMs[count] ?? pausesMs.at(-1));
    count += 1;
  };
  pollNow.current = () => void checkOnce();
  void checkOnce();
  return () => {
    controller.abort();
    clearTimeout(pause);
    pollNow.current = undefined;
  };
}

/** Handles the result as if the response had arrived normally. */
async function settle({ kind, key, lines }: Attempt): Promise<void> {
  if (kind === 'order') {
    const unmatched = [...lines];
    for (const line of readCart()) {
      const index = unmatched.indexOf(await requestHash(line));
      if (index < 0) continue;
      unmatched.splice(index, 1);
      removeLine({ index: 0, line });
    }
    for (const draft of ['checkout', 'coupon-given']) setItem(getDraftKey(draft), null, getSessionStore);
  }
  removeAttempt(key);
}

function AttemptFound({ attempt, id, sent }: { attempt: Attempt; id: string; sent: ReactNode }) {
  const { navigate } = useRouter();
  const isOrder = attempt.kind === 'order';
  const address = isOrder ? `${href('orderHistory')}?purchase=${id}` : `${href('funds')}?deposit=${id}`;
  const lead = () => void settle(attempt).then(() => navigate({ href: address }));
  return (
    <>
      <h2>{isOrder ? <Trans>Your order from {sent} went through.</Trans> : <Trans>Your deposit from {sent} was started.</Trans>}</h2>
      <p>
        <Button text={isOrder ? <Trans>See your order</Trans> : <Trans>Continue to payment</Trans>} look="main" onClick={lead} />
      </p>
    </>
  );
}

type AttemptOpenProps = {
  readonly kind: AttemptKind;
  readonly state: 'asking' | 'missing';
  readonly sent: ReactNode;
  readonly isCart: boolean;
};

function AttemptOpen({ kind, state, sent, isCart }: AttemptOpenProps) {
  const isOrder = kind === 'order';
  if (state === 'missing')
    return (
      <>
        <h2>
          {isOrder ? <Trans>Your order from {sent} didn’t reach us.</Trans> : <Trans>Your deposit from {sent} didn’t reach us.</Trans>}
        </h2>
        <p>{isOrder ? <Trans>Nothing was ordered and nothing was charged.</Trans> : <Trans>Nothing was charged.</Trans>}</p>
        {isOrder && !isCart ? (
          <p>
            <ButtonLink text={<Trans>Back to your cart</Trans>} href={href('cart')} />
          </p>
        ) : null}
      </>
    );
  return (
    <>
      <h2>
        {isOrder ? <Trans>We’re confirming your order from {sent}.</Trans> : <Trans>We’re confirming your deposit from {sent}.</Trans>}
      </h2>
      <p>
        {isOrder && isCart ? (
          <Trans>
            It may have gone through: your <a href={href('orderHistory')}>order history</a> shows it as soon as it arrives. Sending the same
            order again from here doesn’t order twice.
          </Trans>
        ) : isOrder ? (
          <Trans>We’re looking for it. If it went through, it’ll appear here.</Trans>
        ) : (
          <Trans>
            It may have been started: this page shows it as soon as it arrives. Sending the same deposit again doesn’t start a second one.
          </Trans>
        )}
      </p>
    </>
  );
}
