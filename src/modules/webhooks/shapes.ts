// Shapes of webhooks in requests and responses.
import * as z from 'zod/mini';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { eventTypes } from '#modules/events/shapes.ts';

const URL_CHARS = 2_000;

const messages = {
  url: /*i18n*/ { id: 'webhook.url', message: 'Enter an address that begins with https:// and is on the public internet.' },
  events: /*i18n*/ { id: 'webhook.events', message: 'Choose at least one event.' },
} as const satisfies Record<string, Message>;
export const urlMessage = messages.url;

export const addWebhookShape = z.object({
  url: z.string().check(z.trim(), z.minLength(1, withMessage(messages.url)), z.maxLength(URL_CHARS)),
  events: z.array(z.enum(eventTypes)).check(
    z.minLength(1, withMessage(messages.events)),
    z.maxLength(eventTypes.length),
    z.overwrite((chosen) => [...new Set(chosen)]),
  ),
  snapshot: z._default(z.boolean(), false),
});
export type AddWebhook = z.output<typeof addWebhookShape>;

/** The secret is in this answer only. */
export const addedWebhookShape = z.object({ id: z.string(), secret: z.string(), publicKey: z.string() });
export type AddedWebhook = z.output<typeof addedWebhookShape>;

export const webhookShape = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(eventTypes)),
  snapshot: z.boolean(),
  publicKey: z.string(),
  createdAt: z.string(),
  isOn: z.boolean(),
  failingSince: z.nullable(z.string()),
  disabledAt: z.nullable(z.string()),
  disabledBecause: z.nullable(z.enum(['gone', 'failing'])),
});
export type Webhook = z.output<typeof webhookShape>;

/** A message with its tries, oldest first. `id`: as in the header webhook-id. */
export const webhookMessageShape = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.enum(eventTypes),
  body: z.nullable(z.string()),
  createdAt: z.string(),
  arrivedAt: z.nullable(z.string()),
  nextAt: z.nullable(z.string()),
  attempts: z.array(
    z.object({
      at: z.string(),
      milliseconds: z.int(),
      status: z.nullable(z.int()),
      error: z.nullable(z.string()),
      answer: z.nullable(z.string()),
    }),
  ),
});
export type WebhookMessage = z.output<typeof webhookMessageShape>;

/** As in the header webhook-id. */
export const messageNameShape = z.string().check(z.regex(/^msg_[0-9a-f]{32}$/));
/** Without `messageId`, all that did not arrive. */
export const redeliverShape = z.object({ id: z.uuid(), messageId: z.optional(messageNameShape) });
export type Redeliver = z.output<typeof redeliverShape>;
export const redeliveredShape = z.object({ queued: z.int() });

// At the desk.
export const deskWebhooksShape = z.array(webhookShape);
const PAGE_MESSAGES = 20;
export const listDeskMessagesShape = z.object({
  id: z.uuid(),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), PAGE_MESSAGES),
  after: z.optional(messageNameShape),
});
export const deskMessagesShape = z.object({ messages: z.array(webhookMessageShape), more: z.boolean() });
