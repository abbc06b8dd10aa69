// The first month here of a subscription that a move has brought: there is no month before to copy.
import { toKnownLocale } from '#lib/locale.ts';
import { findCustomerFacts } from '#modules/accounts/queries-desk.ts';
import type { DbClient } from '#platform/database/database.ts';
import { createPieceRows } from '../checkout/piece-rows.ts';
import type { Bought, CheckoutDeps } from '../checkout/place-order.ts';
import type { Order, Purchase } from '../queries.ts';

type Monthly = Pick<Order, 'accountId' | 'offerId' | 'quantity' | 'currency' | 'price' | 'answers'>;

export type MonthBefore = {
  readonly purchase: Pick<Purchase, 'accountId' | 'currency' | 'billing' | 'consents' | 'locale'>;
  readonly order: Pick<Order, 'serviceType' | 'plan'>;
};

/** The texts that the customer has accepted are those of the system before. */
const EXTERNAL_TERMS = 0;

export async function describeFirstMonth({ ctx, catalogue }: CheckoutDeps, tx: DbClient, due: Monthly): Promise<MonthBefore> {
  const now = ctx.clock.now();
  const facts = await findCustomerFacts(tx, due.accountId, now);
  const offer = catalogue.current().offers.find(({ id }) => id === due.offerId);
  if (!facts || !offer) throw new Error(`a subscription to ${due.offerId} has no account or offer`);
  const { firstName, lastName, country, state, city, address, zipCode } = facts;
  return {
    purchase: {
      ...{ accountId: due.accountId, currency: due.currency, locale: toKnownLocale(facts.locale) },
      billing: { firstName, lastName, country, state, city, address, zipCode },
      // The contract was made elsewhere, and its time of withdrawal with it.
      consents: {
        terms: EXTERNAL_TERMS,
        privacy: EXTERNAL_TERMS,
        startNow: null,
        hasRight: false,
        at: now.toISOString(),
        address: '',
      },
    },
    order: { serviceType: offer.serviceType, plan: offer.plan },
  };
}

/** As of an order without a brief, which is asked for after payment. */
export function createFirstPieces(deps: CheckoutDeps, purchase: Bought, orderId: string, { offerId, quantity, price, answers }: Monthly) {
  const { offers } = deps.catalogue.storefront(purchase.locale, purchase.currency).allPrices;
  const offer = offers.find(({ id }) => id === offerId);
  if (!offer) throw new Error(`there is no offer ${offerId} in the currency of the subscription`);
  const listPrices = new Map(offers.map(({ id, unitPrice }) => [id, unitPrice]));
  return createPieceRows(deps, purchase, {
    offer,
    quantity,
    answers,
    isBriefedLater: true,
    addOns: [],
    orderId,
    price,
    listPrices,
    heldFor: null,
  });
}
