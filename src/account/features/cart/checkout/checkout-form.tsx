// Checkout form: billing details, payment method, consents and review. The order is placed at the total on
// the button:
// if the server has another total, it rejects the order and the form asks again.
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { getUsualCountry } from '#lib/people/postal-address.ts';
import type { Profile } from '#modules/accounts/shapes.ts';
import type { LastAddress, PlacedOrder } from '#modules/orders/shapes.ts';
import { ApiError, apiErrorMessages } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { type AttemptAnswer, sendOnce } from '#ui/api/pending-requests.ts';
import { isInCart, removeLine } from '#ui/browser/cart-store.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { Checkbox } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useMoney, usePage } from '#ui/page/context.ts';
import { href } from '../../../../pages.ts';
import { useAccountForm } from '../../../shared/use-account-form.ts';
import type { BillingName } from '../../billing/billing-values.ts';
import type { SentQuote } from '../use-quote.ts';
import { BillingPart } from './billing-part.tsx';
import { type BuyerDetails, BuyerFields, type BuyerKind, getBuyerScope, guessBuyer, saveBuyer } from './buyer-fields.tsx';
import css from './checkout-form.module.css';
import { OrderReview, type Reviewed } from './order-review.tsx';
import { HowToPay, SaveMeans } from './payment-method.tsx';
import { findKnownChoice, hasChoice, type StartChoice, StartFields, type WithdrawalScope } from './start-of-work.tsx';

const words = {
  'name.link': msg`Enter a name without a web address.`,
  'firstName:field.required': msg`Enter your first name.`,
  'lastName:field.required': msg`Enter your last name.`,
  'city:field.required': msg`Enter your city.`,
  'address:field.required': msg`Enter your street address.`,
  'billing.country': msg`Choose a country.`,
  'billing.state': msg`Choose a state or province.`,
  'billing.prefecture': msg`Choose a prefecture.`,
  'billing.start': msg`Choose when work should start.`,
  'billing.agreed': msg`Agree to the terms and the privacy policy to continue.`,
};
const unsettledMessage = msg`One of your items needs attention. See the note on that item.`;
const cartChanged = msg`Nothing was ordered: this cart was changed in another tab.`;
const emptyChoices: Readonly<Record<'agreedToPP_TOS' | 'payFromBalance' | 'saveAddress' | 'saveMeans', boolean>> & {
  readonly startNow: StartChoice;
} = {
  agreedToPP_TOS: false,
  payFromBalance: false,
  saveAddress: false,
  saveMeans: false,
  startNow: '',
};
const unkept = ['agreedToPP_TOS', 'startNow', 'saveAddress', 'saveMeans'] as const;

const loadShapes = () => import('#lib/money/billing.ts');

export type DetailsProps = Reviewed & {
  readonly profile: Profile;
  readonly right: WithdrawalScope;
  /** Of the last purchase. */
  readonly last: LastAddress;
  readonly details: BuyerDetails;
  /** Absent while a line of the cart is unresolved. */
  readonly request: SentQuote | undefined;
  /** Recalculates the total. */
  readonly again: () => void;
  readonly onDone: (placed: PlacedOrder) => void;
  readonly total: ReactNode;
};

export function Details({ profile, right, last, details, total, ...props }: DetailsProps) {
  const { t } = useLingui();
  const { named, request, quote, coupon, onDone } = props;
  // An account without an address: that of the last purchase.
  const address = selectAddress(profile.address === '' && last ? last : profile);
  const { locale } = usePage();
  const known = { ...address, country: address.country || getUsualCountry(locale) };
  const explain = useExplanation(props);
  const isAsked = details.buysAs === null;
  const scope = (buysAs: BuyerKind) => getBuyerScope(right, details, buysAs);
  const form = useAccountForm({
    name: 'checkout',
    empty: { ...known, ...emptyChoices, ...guessBuyer(details) },
    words,
    unkept,
    subject: request,
    // The choice is required unless the country is known to have no right of withdrawal. An answer that was
    // given for another country is then ignored.
    shape: async ({ country, buysAs }) =>
      (await loadShapes())[findKnownChoice(scope(buysAs), country) === false ? 'billingShape' : 'startedBillingShape'],
    send: async ({ startNow: choice, saveAddress, company, vatId, buysAs, ...values }, options): Promise<AttemptAnswer<'order'>> => {
      if (!request) throw new ApiError(400, apiErrorMessages.invalid, { orderFormData: [t(unsettledMessage)] });
      const { price } = quote;
      const payFromBalance = values.payFromBalance && price > 0;
      const startNow = hasChoice(scope(buysAs), values.country) ? choice === 'now' : null;
      const saveMeans = values.saveMeans && !payFromBalance && price > 0;
      // Known answers too: an order that is sent again after its answer was lost has to be the same.
      const input = {
        ...request,
        ...values,
        buysAs: details.buysAs ?? buysAs,
        agreedToPP_TOS: true as const,
        price,
        payFromBalance,
        saveMeans,
        startNow,
      };
      const lines = named.map(({ each }) => each.stored);
      const check = () => {
        if (!isInCart(lines)) throw new ApiError(400, cartChanged);
      };
      // Before the order, because its invoice reads them. The answer itself is stored with the order.
      if (isAsked && buysAs === 'business') await saveBuyer({ company, vatId }, details, options);
      const placed = await sendOnce({ kind: 'order', sent: input, lines, check }, options).catch((cause: unknown) =>
        explain(cause, request),
      );
      // The order stands. Without the saved address, that of this purchase is offered next time.
      if (saveAddress) await call('POST /api/accounts/update', selectAddress(values)).catch(() => undefined);
      return placed;
    },
    onDone: ({ answer: placed, settle }) => {
      coupon.drop();
      onDone(placed);
      // Lines added by another tab meanwhile were not ordered, and stay.
      for (const { each } of named) removeLine({ index: 0, line: each.stored });
      settle();
    },
  });
  const { value: payFromBalance } = form.field('payFromBalance');
  const start = form.field('startNow');
  const kind = form.field('buysAs');
  const starting = { right: findKnownChoice(scope(kind.value), form.field('country').value), choice: start.value, named };
  return (
    <form className={css.form} {...form.props}>
      <ErrorSummary summary={form.summary} id="checkout-told" unanswered={<MayBeOrdered />} />
      <BillingPart field={form.field} profile={profile} known={known} save={form.field('saveAddress')} />
      {isAsked ? <BuyerFields kind={kind} text={form.field} /> : null}
      {quote.price > 0 ? <HowToPay field={form.field('payFromBalance')} price={quote.price} /> : null}
      {quote.price > 0 && !payFromBalance ? <SaveMeans field={form.field('saveMeans')} named={named} /> : null}
      {starting.right === false ? null : <StartFields field={start} named={named} isKnown={starting.right !== undefined} />}
      <OrderReview {...props} starting={starting} value={(name) => form.field(name).value} payFromBalance={payFromBalance} />
      <Checkbox field={form.field('agreedToPP_TOS')} label={<Terms />} />
      {total}
      <OrderButton price={quote.price} payFromBalance={payFromBalance} busy={form.busy} />
    </form>
  );
}

const selectAddress = ({ firstName, lastName, country, state, city, address, zipCode }: Record<BillingName, string>) => ({
  firstName,
  lastName,
  country,
  state,
  city,
  address,
  zipCode,
});

type ButtonProps = { readonly price: number; readonly payFromBalance: boolean; readonly busy: boolean };

function OrderButton({ price, payFromBalance, busy }: ButtonProps) {
  const { t } = useLingui();
  return (
    <div className={css.last}>
      <SubmitButton text={<Oblige price={price} payFromBalance={payFromBalance} />} busy={busy} meanwhile={t`Placing your order…`} />
      <p className={css.note}>
        {price === 0 ? (
          <Trans>Nothing to pay.</Trans>
        ) : payFromBalance ? (
          t`Paid from your balance right away.`
        ) : (
          t`You’ll pay on our payment provider’s page. Its link stays open for 24 hours.`
        )}
      </p>
    </div>
  );
}

/** The law requires a label that states the obligation to pay. */
function Oblige({ price, payFromBalance }: { price: number; payFromBalance: boolean }) {
  const money = useMoney();
  if (price === 0) return <Trans>Order at no cost</Trans>;
  return payFromBalance ? (
    <Trans>Order and pay {money(price)} from my balance</Trans>
  ) : (
    <Trans context="the button that orders">Order and pay {money(price)}</Trans>
  );
}

/** If the total changed or the coupon expired, both totals are shown, and only the coupon is removed. */
function useExplanation({
  quote,
  coupon,
  again,
}: Pick<DetailsProps, 'quote' | 'coupon' | 'again'>): (cause: unknown, request: SentQuote) => Promise<never> {
  const { t } = useLingui();
  const money = useMoney();
  return async (cause, request) => {
    if (!(cause instanceof ApiError) || cause.status !== 400) throw cause;
    const [lost] = cause.errors.couponCode ?? [];
    if (!cause.errors.price && lost === undefined) {
      // Errors of a line are shown at the line.
      again();
      throw cause;
    }
    const { price } = await call('POST /api/orders/quote', lost === undefined ? request : { ...request, couponCode: null });
    if (lost === undefined) again();
    else coupon.drop();
    const [was, now] = [money(quote.price), money(price)];
    const notice =
      was === now
        ? t`Nothing was ordered. The total is ${now}. To go ahead, order again.`
        : t`Nothing was ordered: the total was ${was} and is now ${now}. To go ahead, order again.`;
    throw new ApiError(400, lost === undefined ? notice : `${lost} ${notice}`);
  };
}

/** The notice at the top of the cart shows them too. */
const MayBeOrdered = () => (
  <Trans>
    We couldn’t confirm your order. Check your <a href={href('orderHistory')}>order history</a>, or send it again from here: you won’t order
    twice.
  </Trans>
);

const Terms = () => (
  <Trans>
    I agree to the <a href={href('termsAndConditions')}>terms and conditions</a> and have read the{' '}
    <a href={href('privacyPolicy')}>privacy policy</a>.
  </Trans>
);
