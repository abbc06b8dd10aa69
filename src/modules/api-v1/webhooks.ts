// Handlers of API v1 for webhooks. A key of the shop has the shop's, whose changes are in the audit log; one
// of a client has the client's.
import { UserError } from '#lib/user-error.ts';
import { getEventScope } from '#modules/events/rules.ts';
import { type AuditChange, writeAudit } from '#modules/staff/actions.ts';
import { addWebhook, listWebhookMessages, listWebhooks, redeliver, removeWebhook } from '#modules/webhooks/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { ApiCaller } from './actions.ts';
import { type ApiCall, type ApiDeps, type ApiHandlers, toPage } from './handlers.ts';

type WebhookCall = Extract<ApiCall, `${string}/webhooks${string}`>;

export function webhookHandlers({ ctx, webhookCipher }: ApiDeps): Pick<ApiHandlers, WebhookCall> {
  const { db, clock } = ctx;

  /** As the desk's calls do; a key that was created by command has no operator. */
  async function audit(tx: DbClient, { accountId, createdById: id, keyName: name }: ApiCaller, line: AuditChange): Promise<void> {
    if (accountId === null && id !== null) await writeAudit(tx, { id, name }, clock.now(), { ...line, why: `Key: ${name}` });
  }

  return {
    async 'POST /api/v1/webhooks'({ caller, input }) {
      // A snapshot says more than that something happened.
      if (input.snapshot && !input.events.every((type) => caller.scopes.includes(getEventScope(type)))) throw new UserError(403);
      return transaction(db, async (tx) => {
        const added = await addWebhook({ ctx, webhookCipher }, tx, caller.accountId, input);
        const after = { host: new URL(input.url).host, events: input.events };
        await audit(tx, caller, { act: 'webhook.add', about: { kind: 'webhook', id: added.id }, after });
        return added;
      });
    },
    async 'GET /api/v1/webhooks'({ caller, input }) {
      const rows = await listWebhooks(ctx, caller.accountId, input);
      return toPage(
        rows,
        input.limit,
        (row) => row,
        ({ id }) => id,
      );
    },
    async 'DELETE /api/v1/webhooks/:id'({ caller, input: { id } }) {
      await transaction(db, async (tx) => {
        const { url } = await removeWebhook(tx, id, caller.accountId);
        await audit(tx, caller, { act: 'webhook.remove', about: { kind: 'webhook', id }, before: { host: new URL(url).host } });
      });
    },
    async 'GET /api/v1/webhooks/:id/messages'({ caller, input }) {
      const rows = await listWebhookMessages(ctx, caller.accountId, input);
      return toPage(
        rows,
        input.limit,
        (row) => row,
        ({ id }) => id,
      );
    },
    'POST /api/v1/webhooks/:id/redeliver': ({ caller, input }) =>
      transaction(db, async (tx) => {
        const done = await redeliver(ctx, tx, caller.accountId, input);
        await audit(tx, caller, { act: 'webhook.redeliver', about: { kind: 'webhook', id: input.id }, after: done });
        return done;
      }),
  };
}
