// Serves API v1. Each handler hands the call over to what answers the page's own call, for the key's account;
// a key of the shop reads what belongs to any account.
import type { FastifyInstance } from 'fastify';
import type { Locale } from '#lib/locale.ts';
import { fillPath } from '#lib/url-path.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { expectCurrency } from '#modules/catalogue/actions.ts';
import { listEvents } from '#modules/events/queries.ts';
import { getEventScope } from '#modules/events/rules.ts';
import { eventTypes } from '#modules/events/shapes.ts';
import { serveTable } from '#platform/http/api-routes.ts';
import { readIdempotencyKey } from '#platform/http/idempotency.ts';
import { href } from '../../pages.ts';
import { admitKey } from './actions.ts';
import { apiCalls } from './calls.ts';
import { type ApiCall, type ApiDeps, type ApiHandlers, type ApiRequest, toPage } from './handlers.ts';
import * as queries from './queries.ts';
import { getListed, orderReader } from './read-order.ts';
import type { ApiCallRow } from './shapes-calls.ts';
import { webhookHandlers } from './webhooks.ts';

const messages = {
  delivery: /*i18n*/ { id: 'api.delivery', message: 'Name the delivery: none or several wait for the customer.' },
} as const satisfies Record<string, Message>;

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

const toBuyer = ({ caller, request, locale }: Pick<ApiRequest<'POST /api/v1/orders'>, 'caller' | 'request' | 'locale'>) => ({
  accountId: caller.accountId,
  address: request.ip,
  locale,
});

const apiHandlers = (deps: ApiDeps): ApiHandlers => ({
  ...catalogueHandlers(deps),
  ...orderHandlers(deps),
  ...workHandlers(deps),
  ...webhookHandlers(deps),
  'POST /api/v1/files': ({ caller, input, body, request }) => deps.files.upload(caller, { ...input, ...body, address: request.ip }),
  'GET /api/v1/balance': ({ caller, input }) => deps.wallet.balance(caller.accountId, input.currency),
  async 'GET /api/v1/invoices'({ caller, input: { limit, after } }) {
    const { papers, more } = await deps.papers.list(caller.accountId ?? undefined, { limit, before: after });
    return { data: papers, has_more: more, next: more ? (papers.at(-1)?.id ?? null) : null };
  },
  async 'GET /api/v1/events'({ caller: { accountId, scopes }, input: { limit, after = 0, type } }) {
    const seesAll = scopes.includes('webhooks:write');
    const types = (type ? [type] : eventTypes).filter((each) => seesAll || scopes.includes(getEventScope(each)));
    const rows = await listEvents(deps.ctx.db.reads, { accountId, types, after, limit: limit + 1 });
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
    const listOffers = (type: number) => prices.offers.filter(({ serviceType }) => serviceType === type);
    const rows = services
      .filter(({ serviceType }) => serviceType > after && listOffers(serviceType).length > 0)
      .toSorted((a, b) => a.serviceType - b.serviceType)
      .slice(0, limit + 1);
    const view = ({ serviceType, slug, name, summary }: (typeof rows)[number]) => ({
      ...{ serviceType, slug, name, summary, offers: listOffers(serviceType) },
      url: `${ctx.config.shopUrl}${fillPath(href('about'), { id: slug })}`,
    });
    return toPage(rows, limit, view, ({ serviceType }) => serviceType);
  },
});

type OrderCall = Extract<ApiCall, `${string}/orders${string}`> | 'POST /api/v1/quote';
type WorkCall = 'POST /api/v1/orders/:id/accept' | 'POST /api/v1/orders/:id/revise' | 'GET /api/v1/deliveries/:id';

function orderHandlers({ ctx, orders }: ApiDeps): Pick<ApiHandlers, Exclude<OrderCall, WorkCall>> {
  const getOrder = orderReader({ ctx, orders });
  return {
    'POST /api/v1/quote': (call) => orders.quote(toBuyer(call), call.input),
    'POST /api/v1/orders': (call) => orders.place(toBuyer(call), call.input, readIdempotencyKey(call.request, call.input)),
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
