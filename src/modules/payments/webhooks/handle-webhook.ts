// What a provider tells by itself: heard, answered, and written down for ninety days. What is not from it is counted in memory and added up now and then, a
// row for each hour: the answer waits for nothing, and a flood of forgeries fills neither the disk nor the memory.
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import type { AppContext } from '../../../infra/app-context.ts';
import { causeLine } from '../../../infra/jobs/log.ts';
import { timeId } from '../../../lib/time/time-id.ts';
import { UserError } from '../../../lib/user-error.ts';
import { BadWebhook, type Provider, type ProviderEvent, type WebhookFault } from '../provider.ts';
import { setOutcome } from '../queries.ts';
import { keepDispute, type Payments, recordCharge } from '../record-charge.ts';
import { failRefund } from '../refunds.ts';
import { type PaymentOutcome, paymentOutcomes } from '../rules.ts';
import { insertTold, type LoggedWebhook, type WebhooksAsk, webhooksTold } from './queries.ts';

const FLUSH_MS = 15_000;
const HOUR_CHARS = '2026-11-21T10'.length;

export function createWebhookHandler(payments: Payments) {
  const { ctx } = payments;
  const faults = openFaults(ctx);
  return {
    async webhook(name: string, raw: Buffer, headers: IncomingHttpHeaders): Promise<void> {
      const provider = payments.providers.find((each) => each.name === name);
      if (!provider) throw new UserError(404);
      const event = await provider.readWebhook(raw, headers).catch((cause: unknown) => {
        if (cause instanceof BadWebhook) faults.count(provider.name, cause.why);
        throw cause;
      });
      // Real, and about nothing that the shop wants to know.
      if (event) await take(payments, provider.name, event);
    },

    /** For the desk: of one payment, or all that were refused, newest first. */
    async webhooks(ask: WebhooksAsk) {
      await faults.flush();
      return webhooksTold(ctx.db.orm, ask);
    },

    /** What was counted and not yet added up. */
    stop: faults.stop,
  };
}

async function take(payments: Payments, provider: Provider['name'], event: ProviderEvent): Promise<void> {
  const { ctx } = payments;
  const told = toldOf(ctx, provider, event);
  try {
    if (event.kind === 'paid') {
      await recordCharge(payments, provider, event, event.at, told);
      return;
    }
    if (event.kind === 'disputed') await keepDispute(payments, provider, event, event.at);
    else if (event.kind === 'refundFailed') await failRefund(payments, event.refundId);
    else {
      if (isTry(event)) await setOutcome(ctx.db.orm, event.paymentId, event.kind, event.at);
      ctx.log.info({ payment: event.paymentId, kind: event.kind }, 'a payment provider told of something');
    }
    await insertTold(ctx.db.orm, [{ ...told, result: moves.includes(event.kind) ? 'booked' : 'noted', count: 1 }]);
  } catch (cause) {
    if (cause instanceof UserError && cause.status === 404) await insertTold(ctx.db.orm, [{ ...told, result: 'unknown', count: 1 }]);
    throw cause;
  }
}

const isTry = (event: ProviderEvent): event is ProviderEvent & { readonly kind: PaymentOutcome } =>
  paymentOutcomes.some((outcome) => outcome === event.kind);

const moves: readonly ProviderEvent['kind'][] = ['disputed', 'refundFailed'];

function toldOf({ clock }: AppContext, provider: Provider['name'], { eventId, kind, paymentId }: ProviderEvent): LoggedWebhook {
  const at = clock.now();
  const isOurs = z.uuid().safeParse(paymentId).success;
  return { id: timeId(at, randomBytes(8)), provider, key: eventId, kind, paymentId: isOurs ? paymentId : null, lastReceivedAt: at };
}

type Counted = {
  readonly provider: Provider['name'];
  readonly result: WebhookFault;
  readonly key: string;
  lastReceivedAt: Date;
  count: number;
};

function openFaults({ db, clock, log }: AppContext) {
  let counts = new Map<string, Counted>();

  async function flush(): Promise<void> {
    if (counts.size === 0) return;
    const counted = [...counts.values()];
    counts = new Map();
    try {
      await insertTold(
        db.orm,
        counted.map((each) => ({ ...each, id: timeId(each.lastReceivedAt, randomBytes(8)) })),
      );
    } catch (cause) {
      log.warn({ cause: causeLine(cause) }, 'refused news of payments could not be counted');
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    count(provider: Provider['name'], answer: WebhookFault): void {
      const at = clock.now();
      const key = at.toISOString().slice(0, HOUR_CHARS);
      const name = `${provider} ${answer} ${key}`;
      const row = counts.get(name) ?? { provider, result: answer, key, lastReceivedAt: at, count: 0 };
      row.count += 1;
      row.lastReceivedAt = at;
      counts.set(name, row);
    },
    flush,
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
