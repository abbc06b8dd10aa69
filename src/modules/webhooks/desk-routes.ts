// Routes for the shop's webhooks at the desk.
import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { listWebhookMessages, listWebhooks, redeliver } from './actions.ts';
import type { deskWebhookCalls } from './desk-calls.ts';

export const deskWebhookRoutes = (ctx: AppContext): Pick<DeskHandlers, keyof typeof deskWebhookCalls> => ({
  'GET /api/webhooks': () => listWebhooks(ctx, null, { limit: 100 }),
  async 'GET /api/webhooks/messages'({ input: { limit, ...input } }) {
    const messages = await listWebhookMessages(ctx, null, { ...input, limit });
    return { messages: messages.slice(0, limit), more: messages.length > limit };
  },
  async 'POST /api/webhooks/redeliver'(tx, { input }) {
    const answer = await redeliver(ctx, tx, null, input);
    return { entries: [{ id: input.id, after: answer }], answer };
  },
});
