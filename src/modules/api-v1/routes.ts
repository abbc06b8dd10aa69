// Serves API v1. Each handler hands the call over to what answers the page's own call, for the key's account;
// a key of the shop reads what belongs to any account.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Locale } from '#lib/locale.ts';
import { filledPath } from '#lib/url-path.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { type CatalogueModule, expectCurrency } from '#modules/catalogue/actions.ts';
import { listEventsOf } from '#modules/events/queries.ts';
import { eventScope } from '#modules/events/rules.ts';
import { eventTypes } from '#modules/events/shapes.ts';
import type { FilesModule } from '#modules/files/actions.ts';
import type { FulfilmentModule } from '#modules/fulfilment/actions.ts';
import type { InvoicingModule } from '#modules/invoicing/actions.ts';
import type { OrdersModule } from '#modules/orders/actions.ts';
import type { WalletModule } from '#modules/wallet/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { serveTable } from '#platform/http/api-routes.ts';
import type { ByteBody } from '#platform/http/bytes.ts';
import { readIdempotencyKey } from '#platform/http/idempotency.ts';
import { href } from '../../pages.ts';
import { type ApiCaller, admitKey } from './actions.ts';
import { type ApiCalls, apiCalls } from './calls.ts';
import * as queries from './queries.ts';
import type { ApiCallRow } from './shapes-calls.ts';

const messages = {
  delivery: /*i18n*/ { id: 'api.delivery', message: 'Name the delivery: none or several wait for the customer.' },
} as const satisfies Record<string, Message>;

export type ApiDeps = {
  readonly ctx: AppContext;
  readonly catalogue: CatalogueModule;
  readonly orders: OrdersModule;
  readonly fulfilment: Pick<FulfilmentModule, 'delivery' | 'accept' | 'revise'>;
  readonly files: FilesModule;
  readonly wallet: WalletModule;
  readonly papers: InvoicingModule;
};

type ApiCall = keyof ApiCalls;
type InputOf<C extends ApiCall> = ApiCalls[C] extends { input: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
type OutputOf<C extends ApiCall> = ApiCalls[C] extends { output: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers with nothing returns nothing
type Answered<C extends ApiCall> = undefined extends OutputOf<C> ? void : OutputOf<C>;

type Call<C extends ApiCall> = {
  readonly input: InputOf<C>;
  readonly body: ByteBody;
  readonly caller: ApiCaller & (ApiCalls[C] extends { needsAccount: true } ? { readonly accountId: string } : unknown);
  readonly locale: Locale;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};
export type ApiHandlers<C extends ApiCall = ApiCall> = { readonly [K in C]: (call: Call<K>) => Promise<Answered<K>> };

/** In a scope of its own, where an empty JSON body is none: clients name the type of every request. */
export function serveApi(app: FastifyInstance, deps: ApiDeps): void {
  app.register((scope, _options, done) => {
    const parse = scope.getDefaultJsonParser('remove', 'remove');
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, parsed) =>
      body === '' ? parsed(null) : parse(request, body as string, parsed),
    );
    serveTable<ApiCallRow>(scope, deps.ctx.config, {
      table: apiCalls,
      handlers: apiHandlers(deps),
      admit: (request, row, reply) => admitKey(deps.ctx, request, reply, row),
    });
    done();
  });
}

const buyerOf = ({ caller, request, locale }: Pick<Call<'POST /api/v1/orders'>, 'caller' | 'request' | 'locale'>) => ({
  accountId: caller.accountId,
  address: request.ip,
  locale,
});

/** `rows`: one more than asked for, if there are more. */
function toPage<Row, Item>(rows: readonly Row[], limit: number, view: (row: Row) => Item, cursor: (row: Row) => string | number) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  return { data: shown.map(view), has_more: hasMore, next: hasMore && last !== undefined ? String(cursor(last)) : null };
}

const apiHandlers = (deps: ApiDeps): ApiHandlers => ({
  ...catalogueHandlers(deps),
  ...orderHandlers(deps),
  ...workHandlers(deps),
  'POST /api/v1/files': ({ caller, input, body, request }) => deps.files.upload(caller, { ...input, ...body, address: request.ip }),
  'GET /api/v1/balance': ({ caller, input }) => deps.wallet.balance(caller.accountId, input.currency),
  async 'GET /api/v1/invoices'({ caller, input: { limit, after } }) {
    const { papers, more } = await deps.papers.list(caller.accountId ?? undefined, { limit, before: after });
    return { data: papers, has_more: more, next: more ? (papers.at(-1)?.id ?? null) : null };
  },
  async 'GET /api/v1/events'({ caller: { accountId, scopes }, input: { limit, after = 0, type } }) {
    const isTold = scopes.includes('webhooks:write');
    const types = (type ? [type] : eventTypes).filter((each) => isTold || scopes.includes(eventScope(each)));
    const rows = await listEventsOf(deps.ctx.db.reads, { accountId, types, after, limit: limit + 1 });
    const view = ({ id, type, happenedAt, subjectId, orderId, pieceId }: (typeof rows)[number]) => ({
      ...{ id: String(id), type, timestamp: happenedAt.toISOString(), data: { id: subjectId }, orderId, pieceId },
    });
    return toPage(rows, limit, view, ({ id }) => id);
  },
});

const catalogueHandlers = ({ ctx, catalogue }: ApiDeps): Pick<ApiHandlers, 'GET /api/v1/services'> => ({
  async 'GET /api/v1/services'({ input: { currency, limit, after = -1 }, locale }) {
    expectCurrency(catalogue.currencies().sold, currency);
    const { services, prices } = catalogue.storefront(locale, currency);
    const offersOf = (type: number) => prices.offers.filter(({ serviceType }) => serviceType === type);
    const rows = services
      .filter(({ serviceType }) => serviceType > after && offersOf(serviceType).length > 0)
      .toSorted((a, b) => a.serviceType - b.serviceType)
      .slice(0, limit + 1);
    const view = ({ serviceType, slug, name, summary }: (typeof rows)[number]) => ({
      ...{ serviceType, slug, name, summary, offers: offersOf(serviceType) },
      url: `${ctx.config.shopUrl}${filledPath(href('about'), { id: slug })}`,
    });
    return toPage(rows, limit, view, ({ serviceType }) => serviceType);
  },
});

type OrderCall = Extract<ApiCall, `${string}/orders${string}`> | 'POST /api/v1/quote';
type WorkCall = 'POST /api/v1/orders/:id/accept' | 'POST /api/v1/orders/:id/revise' | 'GET /api/v1/deliveries/:id';

function orderHandlers({ ctx, orders }: ApiDeps): Pick<ApiHandlers, Exclude<OrderCall, WorkCall>> {
  const getOrder = orderReader({ ctx, orders });
  return {
    'POST /api/v1/quote': (call) => orders.quote(buyerOf(call), call.input),
    'POST /api/v1/orders': (call) => orders.place(buyerOf(call), call.input, readIdempotencyKey(call.request, call.input)),
    async 'GET /api/v1/orders'({ caller: { accountId }, input: { limit, after }, locale }) {
      if (accountId !== null) {
        const { orders: data, more } = await orders.list(accountId, { limit, before: after }, locale);
        return { data, has_more: more, next: more ? (data.at(-1)?.id ?? null) : null };
      }
      const owners = await queries.listOrderOwners(ctx.db.orm, after, limit + 1);
      const views = await Promise.all(owners.map((owner) => getListed(orders, owner, locale)));
      return toPage(
        views,
        limit,
        (view) => view,
        ({ id }) => id,
      );
    },
    'GET /api/v1/orders/:id': ({ caller, input, locale }) => getOrder(input.id, caller.accountId, locale),
    async 'POST /api/v1/orders/:id/brief'({ caller, input: { id, pieces }, request, locale }) {
      await orders.brief({ accountId: caller.accountId, address: request.ip, locale }, { orderId: id, pieces });
      return getOrder(id, caller.accountId, locale);
    },
    async 'POST /api/v1/orders/:id/cancel'({ caller, input: { id, refundTo } }) {
      await orders.cancel(caller.accountId, { orderId: id, refundTo });
    },
  };
}

function workHandlers({ ctx, orders, fulfilment }: ApiDeps): Pick<ApiHandlers, WorkCall> {
  const getOrder = orderReader({ ctx, orders });

  /** The named delivery of the order, or those that wait for its customer. */
  async function listWaiting(accountId: string, { id, deliveryId }: { id: string; deliveryId?: string | undefined }, locale: Locale) {
    const { pieces, deliveries } = await orders.whole(accountId, id, locale);
    if (deliveryId !== undefined) {
      if (!deliveries.some((delivery) => delivery.id === deliveryId)) throw new UserError(404);
      return [deliveryId];
    }
    const waiting = pieces.filter(({ state }) => state === 'delivered');
    return waiting.flatMap((piece) => deliveries.findLast(({ pieceId }) => pieceId === piece.id)?.id ?? []);
  }

  return {
    async 'POST /api/v1/orders/:id/accept'({ caller: { accountId }, input, locale }) {
      const waiting = await listWaiting(accountId, input, locale);
      if (waiting.length === 0) throw new UserError(400, { '': [messages.delivery] });
      for (const deliveryId of waiting) await fulfilment.accept(accountId, deliveryId);
      return getOrder(input.id, accountId, locale);
    },
    async 'POST /api/v1/orders/:id/revise'({ caller: { accountId }, input, locale }) {
      const [deliveryId, ...others] = await listWaiting(accountId, input, locale);
      if (deliveryId === undefined || others.length > 0) throw new UserError(400, { deliveryId: [messages.delivery] });
      await fulfilment.revise(accountId, { ...input, deliveryId });
      return getOrder(input.id, accountId, locale);
    },
    async 'GET /api/v1/deliveries/:id'({ caller, input: { id }, locale }) {
      const accountId = caller.accountId ?? (await queries.findDeliveryOwner(ctx.db.orm, id));
      if (accountId === undefined) throw new UserError(404);
      return fulfilment.delivery(accountId, id, locale);
    },
  };
}

/** Concurrent ones are read by one statement. */
async function getListed(orders: OrdersModule, { accountId, number }: queries.OrderOwner, locale: Locale) {
  const [view] = (await orders.list(accountId, { number, limit: 1 }, locale)).orders;
  if (!view) throw new UserError(404);
  return view;
}

/** Reads an order of the account; null: of any. */
function orderReader({ ctx, orders }: Pick<ApiDeps, 'ctx' | 'orders'>) {
  return async (id: string, accountId: string | null, locale: Locale) => {
    const owner = await queries.findOrderOwner(ctx.db.orm, id, accountId);
    if (!owner) throw new UserError(404);
    const [view, details] = await Promise.all([getListed(orders, owner, locale), orders.whole(owner.accountId, id, locale)]);
    return { ...view, ...details };
  };
}
