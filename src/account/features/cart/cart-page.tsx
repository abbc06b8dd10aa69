// Cart page: lines, total and checkout. Lines are in the browser's storage, prices come from the API.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { MAX_LINES } from '#lib/money/price.ts';
import type { Prices } from '#modules/catalogue/shapes.ts';
import type { PlacedOrder } from '#modules/orders/shapes.ts';
import { type CartWriteResult, readLines, readUnread, removeLine, setUnreadableAside } from '#ui/browser/cart-store.ts';
import { onCartChange } from '#ui/browser/local-storage.ts';
import { getItem } from '#ui/browser/storage.ts';
import { ButtonLink } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import { usePage } from '#ui/page/context.ts';
import type { CartData } from '#ui/page/data.ts';
import { href } from '../../../pages.ts';
import { apiQuery, joinQueries } from '../../api/queries.ts';
import { servicesQuery } from '../../app/data-cache.ts';
import { QueryState, RequireLogin } from '../../layout/client-area/client-area.tsx';
import { UnansweredPlace } from '../../shared/pending-requests-slot.tsx';
import { redirectToPayment } from '../orders/payment/pay-link.ts';
import css from './cart-page.module.css';
import { CheckoutBilling } from './checkout/billing.tsx';
import { CouponPart, useCoupon } from './checkout/coupon.tsx';
import { OrderTotal } from './checkout/order-total.tsx';
import { type CartLineCheck, checkLines, filterPriced, quoteLocally, toQuoteRequest } from './lines/check-lines.ts';
import { LineItem, writeErrors } from './lines/line-item.tsx';
import { useQuote } from './use-quote.ts';

type CartPrices = { readonly prices: Prices; readonly services: CartData['services'] };

export function CartPage() {
  const { locale, currency } = usePage();
  const prices = useQuery(apiQuery('POST /api/prices', { currency }));
  const services = useQuery(servicesQuery(locale, currency));
  return (
    <div className={`page ${css.cart}`}>
      <h1 id="cart-title" tabIndex={-1}>
        <Trans>Your cart</Trans>
      </h1>
      <RequireLogin>
        <QueryState wide query={joinQueries(prices, services)} waiting={<CartSkeleton />}>
          {([priced, named]) => <Cart prices={priced} services={named} />}
        </QueryState>
      </RequireLogin>
    </div>
  );
}

const CartSkeleton = () => (
  <div className={css.column}>
    <Skeleton shape="card" count={3} />
  </div>
);

const getCartText = () => getItem('orders') ?? '';
const getNothing = () => undefined;
const UnreadableCart = createLazyPart(() => import('./unreadable-cart.tsx').then(({ UnreadableCart }) => UnreadableCart));

const PlacedNow = createLazyPart(() => import('./checkout/order-placed.tsx').then(({ PlacedNow }) => PlacedNow));

function Cart({ prices, services }: CartPrices) {
  const [placed, setPlaced] = useState<PlacedOrder>();
  const text = useSyncExternalStore(onCartChange, getCartText, getCartText);
  const unread = useSyncExternalStore(onCartChange, readUnread, getNothing);
  const checked = useMemo(() => checkLines(readLines(text || undefined).lines, prices), [text, prices]);
  useEffect(() => {
    if (text) setUnreadableAside();
  }, [text]);
  const remove = useRemoval();
  const { navigate } = useRouter();
  return (
    <>
      {placed ? null : <UnansweredPlace kind="order" />}
      {unread === undefined ? null : <UnreadableCart text={unread} />}
      {placed ? (
        <PlacedNow placed={placed} onMissing={() => redirectToPayment(placed, navigate)} />
      ) : checked.length === 0 ? (
        <Empty
          kind="empty"
          title={<Trans>Your cart is empty.</Trans>}
          act={<ButtonLink text={<Trans>Browse services</Trans>} look="main" href={href('services')} />}
        />
      ) : (
        <Filled checked={checked} prices={prices} services={services} remove={remove} onDone={setPlaced} />
      )}
    </>
  );
}

type FilledProps = CartPrices & {
  readonly checked: readonly CartLineCheck[];
  readonly remove: (index: number, line: CartLineCheck) => void;
  readonly onDone: (placed: PlacedOrder) => void;
};

function Filled({ checked, prices, services, remove, onDone }: FilledProps) {
  const { t } = useLingui();
  const { currency } = prices;
  const coupon = useCoupon(currency);
  const localQuote = useMemo(() => quoteLocally(checked, coupon.applied, prices), [checked, coupon.applied, prices]);
  // A coupon that cannot apply is reported here, and not sent.
  const code = localQuote.unfit ? null : coupon.code;
  const quoteRequest = useMemo(() => toQuoteRequest(checked, code, currency), [checked, code, currency]);
  const quoted = useQuote(quoteRequest);
  // A coupon that the server rejects is not subtracted.
  const local = quoted.refused?.errors.couponCode ? quoteLocally(checked, undefined, prices) : localQuote;
  const quote = quoted.quote ?? local;
  const ownPercent = code === null || quoted.refused?.errors.couponCode ? (prices.discountPercent ?? 0) : 0;
  const sent = filterPriced(checked);
  const named = checked.map((each) => {
    const index = (sent as readonly CartLineCheck[]).indexOf(each);
    const { review = false, why = null } = quoted.quote?.lines[index] ?? {};
    return { each, service: findService(each, services), discount: quote.lines[index]?.discount ?? 0, isOwn: ownPercent > 0, review, why };
  });
  return (
    <div className={css.column}>
      <section aria-labelledby="cart-lines">
        <h2 id="cart-lines" tabIndex={-1}>
          {t`Items`}
        </h2>
        {checked.length > MAX_LINES ? <p className={css.most}>{t`You can order up to ${MAX_LINES} items at once. Remove some.`}</p> : null}
        <ol className={css.lines}>
          {named.map((line, index) => (
            <LineItem
              key={getKey(checked, index)}
              {...{ ...line, index, services, prices, refused: quoted.refused }}
              remove={() => remove(index, line.each)}
            />
          ))}
        </ol>
        <CouponPart hand={coupon} unfit={local.unfit} why={quoted.refused?.errors.couponCode?.[0]} />
      </section>
      <CheckoutBilling {...{ named, request: quoteRequest, coupon, ownPercent, quote, again: quoted.again, onDone }}>
        <OrderTotal {...{ coupon, ownPercent, quote, quoted }} />
      </CheckoutBilling>
    </div>
  );
}

/** Starts with the service name, also for a removed line. */
function findService({ offer, stored }: CartLineCheck, services: CartData['services']): CartData['services'][number] | undefined {
  return services.find(({ serviceType, slug }) => (offer ? serviceType === offer.serviceType : stored.offerId.startsWith(slug)));
}

/** Lines have no id; service and brief identify a line while it is changed. */
function getKey(checked: readonly CartLineCheck[], index: number): string {
  const of = ({ stored }: CartLineCheck) => JSON.stringify([stored.offerId, stored.answers]);
  const own = checked[index] ? of(checked[index]) : '';
  return `${own} ${checked.slice(0, index).filter((each) => of(each) === own).length}`;
}

/** Removes a line with undo, and moves the focus to the next line. */
function useRemoval(): (index: number, line: CartLineCheck) => void {
  const { t, i18n } = useLingui();
  const focusAfter = useFocusAfter();
  const focusLine = (index: number) =>
    focusAfter(() => {
      const line = document.getElementById(`cart-line-${index}`) ?? document.getElementById(`cart-line-${index - 1}`);
      return line ?? document.getElementById('cart-title');
    });
  return (index, { stored }) => {
    const { done, putBack } = removeLine({ index, line: stored });
    const showFailure = (what: CartWriteResult) => what !== 'kept' && showToast({ text: i18n._(writeErrors[what]) });
    if (done !== 'kept') return showFailure(done);
    focusLine(index);
    const undo = () => {
      const restored = putBack();
      if (restored === 'kept') focusLine(index);
      showFailure(restored);
    };
    showToast({ text: t`Removed from your cart.`, act: { label: t`Undo`, run: undo } });
  };
}
