// Dependencies of the sales pages, and lookups shared by them.

import { personName } from '#lib/people/person-name.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { peopleOf } from '#modules/accounts/actions.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { FulfilmentModule } from '#modules/fulfilment/actions.ts';
import type { InvoicingModule } from '#modules/invoicing/actions.ts';
import type { CheckoutDeps, deskOrders, OrdersModule } from '#modules/orders/actions.ts';
import { viewOrderedAddOns } from '#modules/orders/add-ons/rules.ts';
import type { DeskOrderRow } from '#modules/orders/desk/shapes.ts';
import type { WalletModule } from '#modules/wallet/actions.ts';
import type { DepositRules } from '#modules/wallet/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DeskCustomer, OrderRow } from './orders/shapes-orders.ts';

export type Selling = {
  readonly checkout: CheckoutDeps;
  readonly orders: OrdersModule;
  readonly fulfilment: FulfilmentModule;
  readonly wallet: WalletModule;
  readonly papers: InvoicingModule;
  readonly catalogue: CatalogueModule;
  readonly shop: ShopTexts;
  /** The owner's rules of deposits now. */
  readonly depositRules: () => DepositRules;
};

/** What the names of offers are read from. */
export type Offers = Pick<Selling, 'catalogue'>;

/** Erased accounts are missing from the map. */
export async function peopleBy({ db }: AppContext, ids: readonly string[]): Promise<ReadonlyMap<string, DeskCustomer>> {
  const rows = await peopleOf(db.orm, ids);
  return new Map(rows.flatMap(({ id, email, erasedAt, ...names }) => (erasedAt ? [] : [[id, { id, email, name: personName(names) }]])));
}

/** "Logo design, 3 drafts". An offer that is no longer sold is shown by its id. */
export function offerName({ catalogue }: Offers, offerId: string): string {
  const { offers, services } = catalogue.current();
  const offer = offers.find(({ id }) => id === offerId);
  const service = services.find(({ type }) => type === offer?.serviceType);
  return offer && service ? `${service.words.name.en}, ${offer.unit.en}` : offerId;
}

export const servicesOf = ({ catalogue }: Offers) => catalogue.current().services.map(({ type, words }) => ({ type, name: words.name.en }));

type FoundOrders = Awaited<ReturnType<typeof deskOrders>>;

export async function orderRowsOf(selling: Selling, found: FoundOrders): Promise<OrderRow[]> {
  const people = await peopleBy(
    selling.checkout.ctx,
    found.map(({ accountId }) => accountId),
  );
  return found.map((row) => ({ ...rowOf(row), customer: people.get(row.accountId) ?? null, what: whatOf(selling, row) }));
}

const rowOf = ({ createdAt, addOns, ...row }: FoundOrders[number]): DeskOrderRow => ({
  ...row,
  ...viewOrderedAddOns(addOns, 'en'),
  createdAt: createdAt.toISOString(),
});

export const whatOf = (selling: Offers, { quantity, offerId }: { quantity: number; offerId: string }): string =>
  quantity === 1 ? offerName(selling, offerId) : `${quantity} × ${offerName(selling, offerId)}`;
