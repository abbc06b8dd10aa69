// Shapes of API v1: those of the storefront's calls, in lists with `data`, `has_more` and `next`.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { offerShape, serviceShape } from '#modules/catalogue/shapes.ts';
import { eventTypes } from '#modules/events/shapes.ts';
import { reviseShape } from '#modules/fulfilment/shapes.ts';
import { listedDocumentShape } from '#modules/invoicing/shapes.ts';
import { briefRequestShape, orderDetailsShape } from '#modules/orders/pieces/shapes.ts';
import { cancelShape, orderShape } from '#modules/orders/shapes.ts';
import { messageNameShape, webhookMessageShape, webhookShape } from '#modules/webhooks/shapes.ts';

const listShape = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    data: z.array(item),
    has_more: z.boolean(),
    /** What `after` of the next request is; null at the end. */
    next: z.nullable(z.string()),
  });

const PAGE_ROWS = { usual: 20, most: 100 } as const;
/** Query parameters: numbers arrive as text. */
const pageFields = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_ROWS.most)), PAGE_ROWS.usual),
};
/** Lists that are ordered by id. */
const afterId = { ...pageFields, after: z.optional(z.uuid()) };
const afterNumber = { ...pageFields, after: z.optional(z.coerce.number().check(z.int(), z.gte(0))) };

const currency = z._default(z.pipe(z.coerce.number(), currencyShape), 0 as z.output<typeof currencyShape>);
export const idShape = z.object({ id: z.uuid() });

export const listServicesShape = z.object({ ...afterNumber, currency });
export const serviceListShape = listShape(
  z.object({
    serviceType: serviceShape,
    slug: z.string(),
    name: z.string(),
    summary: z.string(),
    /** Its page. */
    url: z.string(),
    offers: z.array(offerShape),
  }),
);

export const listOrdersShape = z.object(afterId);
export const orderListShape = listShape(orderShape);
/** As in lists, with whole answers, the briefs of its pieces, and all of them. */
export const oneOrderShape = z.extend(orderShape, orderDetailsShape.shape);

export const sendBriefShape = z.object({ ...idShape.shape, pieces: briefRequestShape.shape.pieces });
export const cancelOrderShape = z.object({ ...idShape.shape, refundTo: cancelShape.shape.refundTo });
/** Without `deliveryId`: everything of the order that waits for the customer. */
export const acceptOrderShape = z.object({ ...idShape.shape, deliveryId: z.optional(z.uuid()) });
/** Without `deliveryId`: the one that waits for the customer, if there is one only. */
export const reviseOrderShape = z.object({ ...reviseShape.shape, ...acceptOrderShape.shape });

export const getBalanceShape = z.object({ currency });

export const listInvoicesShape = z.object(afterId);
export const invoiceListShape = listShape(listedDocumentShape);

export const listEventsShape = z.object({ ...afterNumber, type: z.optional(z.enum(eventTypes)) });
export const eventListShape = listShape(
  z.object({
    id: z.string(),
    type: z.enum(eventTypes),
    timestamp: z.string(),
    /** Of what the name of the event begins with. */
    data: z.object({ id: z.string() }),
    orderId: z.nullable(z.string()),
    pieceId: z.nullable(z.string()),
  }),
);

export const listWebhooksShape = z.object(afterId);
export const webhookListShape = listShape(webhookShape);
/** `after`: the webhook-id of a message. */
export const listMessagesShape = z.object({
  ...idShape.shape,
  ...pageFields,
  after: z.optional(messageNameShape),
});
export const messageListShape = listShape(webhookMessageShape);
