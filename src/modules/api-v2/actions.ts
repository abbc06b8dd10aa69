// What API v2 does for a key: the same functions as API v1 and the pages, answered in the words of resellers'
// programs.
import { createHash } from 'node:crypto';
import type { Locale } from '#lib/locale.ts';
import { type CurrencyNumber, formatDecimal, getCurrencyCode } from '#lib/money/money.ts';
import { formatOfferTitle } from '#lib/offer-title.ts';
import { UserError } from '#lib/user-error.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { Scope } from '#modules/keys/rules.ts';
import type { OrdersModule } from '#modules/orders/actions.ts';
import { placeShape } from '#modules/orders/shapes.ts';
import type { WalletModule } from '#modules/wallet/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import * as queries from './queries.ts';
import {
  errors,
  findLinkQuestion,
  findPlatform,
  formatRate,
  isBriefedByLink,
  isDripFeedAsked,
  isPackage,
  type Parameters,
  readNumber,
  readText,
  viewOrder,
} from './rules.ts';

export type ResellerDeps = {
  readonly ctx: AppContext;
  readonly catalogue: CatalogueModule;
  readonly orders: OrdersModule;
  readonly wallet: WalletModule;
};

/** `accountId`: empty if the key is the shop's, which lists services alone. */
export type Reseller = { readonly keyId: string; readonly accountId: string; readonly address: string; readonly locale: Locale };
type Call = { readonly deps: ResellerDeps; readonly reseller: Reseller; readonly parameters: Parameters };

/** An answer with an error, as programs read it. */
export class ResellerError extends Error {}

type Action = { readonly scope: Scope; readonly needsAccount?: true; readonly run: (call: Call) => unknown };

export const actions: Readonly<Record<string, Action>> = {
  services: { scope: 'catalogue:read', run: listServices },
  balance: { scope: 'money:read', needsAccount: true, run: getBalance },
  add: { scope: 'orders:write', needsAccount: true, run: addOrder },
  status: { scope: 'orders:read', needsAccount: true, run: getStatus },
  cancel: { scope: 'orders:write', needsAccount: true, run: cancelOrders },
  refill: { scope: 'orders:write', run: ({ parameters }) => refuseRefill(parameters, 'order') },
  refill_status: { scope: 'orders:read', run: ({ parameters }) => refuseRefill(parameters, 'refill') },
};

/** The currency of the request's code. Without one, the first that the shop sells in. */
function readCurrency({ deps, parameters }: Call): CurrencyNumber {
  const { sold } = deps.catalogue.currencies();
  const code = readText(parameters, 'currency')?.toUpperCase();
  const currency = code === undefined ? sold[0] : sold.find((each) => getCurrencyCode(each) === code);
  if (currency === undefined) throw new ResellerError(errors.currency);
  return currency;
}

/** What is listed in the shop and has a question for a link, with its number. */
async function findServices(call: Call) {
  const { deps, reseller } = call;
  const currency = readCurrency(call);
  const { services, prices } = deps.catalogue.storefront(reseller.locale, currency);
  const found = prices.offers.flatMap((offer) => {
    const service = services.find(({ serviceType, state }) => serviceType === offer.serviceType && state === 'sold');
    const question = findLinkQuestion(offer);
    return service && question !== undefined ? [{ offer, service, question }] : [];
  });
  const numbers = await queries.assignOfferNumbers(
    deps.ctx.db.orm,
    found.map(({ offer }) => offer.id),
  );
  const { platformTypes } = prices;
  return found.map((each) => ({ ...each, currency, platformTypes, number: numbers.get(each.offer.id) ?? 0 }));
}

async function listServices(call: Call) {
  const { locale } = call.reseller;
  return (await findServices(call)).map(({ offer, service, currency, number }) => ({
    service: number,
    name: formatOfferTitle(service.name, [offer.unit], locale),
    type: isPackage(offer) ? 'Package' : 'Default',
    category: service.name,
    rate: formatRate(offer, currency),
    ...(isPackage(offer) ? { min: '1', max: '1' } : { min: String(offer.minQuantity), max: String(offer.maxQuantity) }),
    ...{ dripfeed: false, refill: false, cancel: true, desc: service.summary },
  }));
}

async function getBalance(call: Call) {
  const { balance, currency } = await call.deps.wallet.balance(call.reseller.accountId, readCurrency(call));
  return { balance: formatDecimal({ amount: balance, currency }), currency: getCurrencyCode(currency) };
}

const DUPLICATE_MS = 600_000;

async function addOrder(call: Call) {
  const { deps, reseller, parameters } = call;
  const { db, clock } = deps.ctx;
  if (isDripFeedAsked(parameters)) throw new ResellerError(errors.dripFeed);
  const request = await readOrder(call);
  const now = clock.now();
  const requestHash = createHash('sha256').update(JSON.stringify(request.line)).digest();
  const claim = { keyId: reseller.keyId, requestHash, now, since: new Date(now.getTime() - DUPLICATE_MS) };
  const id = await transaction(db, (tx) => queries.claimOrderNumber(tx, claim));
  if (id === undefined) throw new ResellerError(errors.duplicate);
  try {
    const { orderIds } = await placeOrder(call, request);
    await queries.setOrder(db.orm, id, orderIds[0] ?? '');
  } catch (cause) {
    // Of another error it is not known whether the order was placed, so the claim stays.
    if (cause instanceof UserError || cause instanceof ResellerError) await queries.deleteClaim(db.orm, id);
    throw cause;
  }
  return { order: id };
}

async function readOrder(call: Call) {
  const { parameters } = call;
  const number = readNumber(readText(parameters, 'service'));
  const service = (await findServices(call)).find((each) => each.number === number);
  if (!service) throw new ResellerError(errors.service);
  const { offer, question, currency, platformTypes } = service;
  const link = readText(parameters, 'link');
  const platform = link === undefined ? undefined : findPlatform(offer, platformTypes, link);
  if (link === undefined || platform === undefined) throw new ResellerError(errors.link);
  const quantity = isPackage(offer) ? offer.minQuantity : readNumber(readText(parameters, 'quantity'));
  if (quantity === undefined) throw new ResellerError(errors.quantity);
  if (quantity < offer.minQuantity) throw new ResellerError(errors.min);
  if (quantity > offer.maxQuantity) throw new ResellerError(errors.max);
  const answers = { [question.name]: question.kind === 'urls' ? [link] : link };
  return { currency, isBriefed: isBriefedByLink(offer, question), line: { offerId: offer.id, quantity, platform, answers } };
}

/** As a cart that is paid from the balance. The work is to begin at once, because there is no one to ask. */
async function placeOrder({ deps, reseller }: Call, { currency, isBriefed, line }: Awaited<ReturnType<typeof readOrder>>) {
  const { orders, ctx } = deps;
  const cart = { currency, couponCode: null, orderFormData: [line] };
  const buyer = isBriefed ? reseller : { ...reseller, briefLater: 'any' as const };
  const price = await callOrders(() => orders.quote(buyer, cart)).then((quote) => quote.price);
  const billing = await queries.findBilling(ctx.db.orm, reseller.accountId);
  const consents = { agreedToPP_TOS: true, payFromBalance: true, startNow: true };
  const { data: request } = placeShape.safeParse({ ...billing, ...cart, ...consents, price });
  if (!request) throw new ResellerError(errors.billing);
  return callOrders(() => orders.place(buyer, request, undefined));
}

/** With errors of the link and the balance in the words of programs. */
async function callOrders<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof UserError)) throw cause;
    const fields = Object.keys(cause.errors);
    if (fields.includes('payFromBalance')) throw new ResellerError(errors.funds);
    throw fields.some((field) => field.includes('.answers.')) ? new ResellerError(errors.link) : cause;
  }
}

const MAX_ORDERS = 100;

function readIds(parameters: Parameters, name: string): readonly string[] {
  const ids = (readText(parameters, name) ?? '').split(',').map((id) => id.trim());
  if (ids.length > MAX_ORDERS) throw new ResellerError(errors.most);
  return ids;
}

/** The orders of the account by their numbers as they were sent. */
async function findOrders({ deps, reseller }: Call, ids: readonly string[]) {
  const numbers = ids.flatMap((id) => readNumber(id) ?? []);
  const found = await queries.findOrders(deps.ctx.db.orm, reseller.accountId, numbers);
  return (id: string) => found.find((order) => order.id === readNumber(id));
}

async function getStatus(call: Call) {
  const isList = readText(call.parameters, 'orders') !== undefined;
  const ids = readIds(call.parameters, isList ? 'orders' : 'order');
  const findOrder = await findOrders(call, ids);
  const view = (id: string) => {
    const order = findOrder(id);
    return order ? { ...viewOrder(order), currency: getCurrencyCode(order.currency) } : { error: errors.order };
  };
  return isList ? Object.fromEntries(ids.map((id) => [id, view(id)])) : view(ids[0] ?? '');
}

async function cancelOrders(call: Call) {
  const { deps, reseller, parameters } = call;
  const isList = readText(parameters, 'orders') !== undefined;
  const ids = readIds(parameters, isList ? 'orders' : 'order');
  const findOrder = await findOrders(call, ids);
  const answers: object[] = [];
  for (const id of ids) {
    const order = findOrder(id);
    const error = order ? await cancelOrder(deps.orders, reseller.accountId, order.orderId) : errors.order;
    answers.push({ order: readNumber(id) ?? id, cancel: error === undefined ? 1 : { error } });
    if (!isList && error !== undefined) throw new ResellerError(error);
  }
  return isList ? answers : answers[0];
}

/** The error, if there is one. */
async function cancelOrder(orders: OrdersModule, accountId: string, orderId: string): Promise<string | undefined> {
  try {
    await orders.cancel(accountId, { orderId, refundTo: 'balance' });
    return undefined;
  } catch (cause) {
    if (cause instanceof UserError && cause.status === 400) return errors.cancel;
    throw cause;
  }
}

/** One error, or one for each of a list. */
function refuseRefill(parameters: Parameters, name: 'order' | 'refill') {
  const list = `${name}s`;
  if (readText(parameters, list) === undefined) throw new ResellerError(errors.refill);
  const answer = name === 'order' ? 'refill' : 'status';
  return readIds(parameters, list).map((id) => ({ [name]: readNumber(id) ?? id, [answer]: { error: errors.refill } }));
}
