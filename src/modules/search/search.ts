// Global search by number, id, name or address. Each kind uses an index, and each role finds only what it may
// see.
import { showMoney } from '#lib/money/money.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { findCustomers } from '#modules/accounts/queries-desk.ts';
import { formatOfferName } from '#modules/catalogue/actions.ts';
import { findCouponByCode } from '#modules/coupons/desk.ts';
import { pieceStateLabels } from '#modules/fulfilment/desk/shapes-states.ts';
import { isVisible } from '#modules/fulfilment/rules.ts';
import { findDocumentByNumber } from '#modules/invoicing/queries.ts';
import { formatDocumentNumber, toSignedAmount } from '#modules/invoicing/rules.ts';
import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import { toOrderRows } from '#modules/orders/desk/order-page.ts';
import { listDeskOrders, listDeskPieces, listOrdersByAnyId, orderByNumber } from '#modules/orders/desk/queries.ts';
import { isOrderNumber } from '#modules/orders/rules.ts';
import { chargeByReference, findDeskPayment } from '#modules/payments/desk/queries.ts';
import { getViewer, type OperatorSession } from '#modules/staff/actions.ts';
import { mayDo, type Permission } from '#modules/staff/shapes-roles.ts';
import { type FoundTickets, searchTickets } from '#modules/support/desk/queries-search.ts';
import type { DbClient } from '#platform/database/database.ts';
import { MIN_CHARS, type SearchResults } from './shapes.ts';

const SHOWN = 8;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const ticketStateWords = { open: 'open', waiting: 'waiting for customer', closed: 'closed' } as const satisfies Readonly<
  Record<FoundTickets['tickets'][number]['status'], string>
>;

/** Provided by the moving module. */
type PastRow = { readonly kind: 'order' | 'invoice'; readonly number: string; readonly accountId: string; readonly about: string };
export type SearchDeps = CheckoutDeps & { readonly findPast: (from: DbClient, number: string) => Promise<PastRow[]> };

type Look = (deps: SearchDeps, text: string, operator: OperatorSession['operator']) => Promise<SearchResults>;

const lookups: readonly (readonly [Permission, Look])[] = [
  ['orders.see', findOrders],
  ['queue.see', findPieces],
  ['customers.see', findPeople],
  ['money.see', findPayments],
  ['money.see', findPaper],
  ['coupons.see', findCoupon],
  ['tickets.see', findTickets],
  ['customers.see', findPast],
];

export async function findAnything(deps: SearchDeps, { operator }: OperatorSession, text: string): Promise<SearchResults> {
  if (text.length < MIN_CHARS) return [];
  const allowed = lookups.filter(([act]) => mayDo(operator, act));
  return (await Promise.all(allowed.map(([, look]) => look(deps, text, operator)))).flat();
}

/** Normalizes a typed number: "F-7K2Q…". */
function normalizeNumber(text: string): string {
  const bare = text.toUpperCase().replace(/[\s#]/g, '');
  return bare.startsWith('F-') ? bare : `F-${bare}`;
}

/**
 * Finds orders by number, by id, by the purchase's id, or the newest ones of the customers with such a name
 * or address.
 */
async function findOrders(deps: CheckoutDeps, text: string): Promise<SearchResults> {
  const { orm } = deps.ctx.db;
  const found = uuid.test(text) ? await listOrdersByAnyId(orm, text, SHOWN) : await orderByNumber(orm, normalizeNumber(text));
  const rows = found.length > 0 || uuid.test(text) ? found : await listOrdersOfFoundCustomers(deps, text);
  return (await toOrderRows(deps, rows)).map(({ id, number, what, customer }) => ({
    kind: 'order',
    path: `/orders/${id}`,
    title: number,
    about: [what, customer?.name].filter(Boolean).join(' · '),
  }));
}

/** Reads a few customers by an index, and a few orders of each. */
async function listOrdersOfFoundCustomers(deps: CheckoutDeps, text: string) {
  const { orm } = deps.ctx.db;
  const people = await findCustomers(orm, text, SHOWN);
  const orders = await Promise.all(people.map(({ id }) => listDeskOrders(orm, { customer: id, zone: 'UTC', limit: SHOWN })));
  return orders
    .flat()
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, SHOWN);
}

/** Pieces of an order, for roles that see the queue but not orders. */
async function findPieces(deps: CheckoutDeps, text: string, operator: OperatorSession['operator']): Promise<SearchResults> {
  const number = normalizeNumber(text);
  if (!isOrderNumber(number)) return [];
  const rows = await listDeskPieces(deps.ctx.db.orm, number, SHOWN);
  const viewer = getViewer({ operator });
  const visibleRows = rows.filter(({ makerId }) => isVisible(makerId, viewer));
  return visibleRows.map(({ id, position, offerId, state }) => ({
    kind: 'piece',
    path: `/queue/${id}`,
    title: `${number}, piece ${position + 1}`,
    about: `${formatOfferName(deps, offerId)} · ${pieceStateLabels[state]}`,
  }));
}

async function findPeople(deps: CheckoutDeps, text: string): Promise<SearchResults> {
  const rows = await findCustomers(deps.ctx.db.orm, text, SHOWN);
  return rows.map(({ id, email, ...names }) => ({
    kind: 'customer',
    path: `/customers/${id}`,
    title: formatPersonName(names) || email,
    about: email,
  }));
}

/** Finds payments by id, or by the provider's charge id. */
async function findPayments(deps: CheckoutDeps, text: string): Promise<SearchResults> {
  const { orm } = deps.ctx.db;
  const ids = uuid.test(text) ? [text] : await chargeByReference(orm, deps.payments.providerNames(), text);
  const found = (await Promise.all(ids.map((id) => findDeskPayment(orm, id)))).filter((each) => each !== undefined);
  return found.map(({ id, amount, currency, state, what }) => ({
    kind: 'payment',
    path: `/payments/${id}`,
    title: showMoney({ amount, currency }, 'en'),
    about: `${state} · ${what}`,
  }));
}

/** Links to the order that the invoice was issued for. */
async function findPaper(deps: CheckoutDeps, text: string): Promise<SearchResults> {
  const { orm } = deps.ctx.db;
  const found = await findDocumentByNumber(orm, text);
  if (!found) return [];
  const { kind, year, serial, gross, currency, subjectId, accountId } = found;
  const [order] = await listOrdersByAnyId(orm, subjectId, 1);
  const path = order ? `/orders/${order.id}` : `/customers/${accountId}`;
  return [
    {
      kind: 'paper',
      path,
      title: formatDocumentNumber(kind, year, serial),
      about: showMoney({ amount: toSignedAmount(kind, gross), currency }, 'en'),
    },
  ];
}

/** Orders and invoices of the system before, on the page of their customer. */
async function findPast(deps: SearchDeps, text: string): Promise<SearchResults> {
  return (await deps.findPast(deps.ctx.db.orm, text.trim())).map(({ kind, number, accountId, about }) => ({
    kind: kind === 'order' ? 'order' : 'paper',
    path: `/customers/${accountId}`,
    title: number,
    about: [about, 'from the system before'].filter(Boolean).join(' · '),
  }));
}

async function findCoupon(deps: CheckoutDeps, text: string): Promise<SearchResults> {
  const found = await findCouponByCode(deps.ctx.db.orm, text);
  return found
    ? [
        {
          kind: 'coupon',
          path: `/coupons?code=${encodeURIComponent(found.code)}`,
          title: found.code,
          about: found.kind === 'percent' ? 'percentage' : 'fixed amount',
        },
      ]
    : [];
}

/**
 * Finds tickets by number, order number, the beginning of the address, or words. Further results are on the
 * tickets page.
 */
async function findTickets(deps: CheckoutDeps, text: string): Promise<SearchResults> {
  const { tickets, more } = await searchTickets(deps.ctx.db, text, SHOWN);
  const rows: SearchResults = tickets.map(({ number, name, status, about }) => ({
    kind: 'ticket',
    path: `/tickets/${number}`,
    title: number,
    about: [ticketStateWords[status], name, about].filter(Boolean).join(' · '),
  }));
  const all = {
    kind: 'ticket' as const,
    path: `/tickets?search=${encodeURIComponent(text)}`,
    title: `All tickets with “${text}”`,
    about: '',
  };
  return more ? [...rows, all] : rows;
}
