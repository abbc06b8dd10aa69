// Handles webhooks and logs them for ninety days. Rejected ones are counted in memory and stored per hour, so
// a flood cannot fill the disk.
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import { formatCause } from '#platform/logging/log.ts';
import { newId } from '#platform/new-id.ts';
import { countPayment, countWebhook } from '../counters.ts';
import { recordDispute } from '../disputes.ts';
import { failCharge } from '../means.ts';
import { BadWebhook, type Provider, type ProviderEvent, type WebhookErrorKind } from '../provider.ts';
import { findPayment } from '../queries.ts';
import { reportAttempt, setOutcome } from '../queries-attempts.ts';
import { setReported } from '../queries-means.ts';
import { type Payments, recordCharge } from '../record-charge.ts';
import { failRefund } from '../refunds.ts';
import { type MeansError, type PaymentOutcome, paymentOutcomes } from '../rules.ts';
import { type LoggedWebhook, listLoggedWebhooks, logWebhooks, type WebhooksRequest } from './queries.ts';

const FLUSH_MS = 15_000;
const HOUR_CHARS = '2026-11-21T10'.length;

export function createWebhookHandler(payments: Payments) {
  const { ctx } = payments;
  const errors = createErrorCounter(ctx);
  return {
    async webhook(name: string, raw: Buffer, headers: IncomingHttpHeaders): Promise<void> {
      const provider = payments.providers().find((each) => each.name === name);
      if (!provider) throw new UserError(404);
      try {
        const event = await provider.readWebhook(raw, headers);
        // Undefined: a genuine event of no interest.
        if (event) await take(payments, provider.name, event);
        countWebhook({ outcome: event ? 'accepted' : 'ignored' });
      } catch (cause) {
        if (cause instanceof BadWebhook) errors.count(provider.name, cause.why);
        countWebhook({ outcome: classifyFailure(cause) });
        throw cause;
      }
    },

    /** For the desk: webhooks of one payment, or all rejected ones, newest first. */
    async webhooks(request: WebhooksRequest) {
      await errors.flush();
      return listLoggedWebhooks(ctx.db.orm, request);
    },

    /** Stores the counts that are still in memory. */
    stop: errors.stop,
  };
}

function classifyFailure(cause: unknown): 'rejected' | 'unknown' | 'failed' {
  if (cause instanceof BadWebhook) return 'rejected';
  return cause instanceof UserError && cause.status === 404 ? 'unknown' : 'failed';
}

async function take(payments: Payments, provider: Provider['name'], event: ProviderEvent): Promise<void> {
  const { ctx } = payments;
  const webhook = toLogEntry(ctx, provider, event);
  try {
    if (event.kind === 'paid') {
      await recordCharge(payments, provider, event, event.at, webhook);
      return;
    }
    if (event.kind === 'disputed') await recordDispute(payments, provider, event, event.at);
    else if (event.kind === 'disputeLost') await recordDispute(payments, provider, event, event.at, 'lost');
    else if (event.kind === 'disputeWon') await recordDispute(payments, provider, event, event.at, 'won');
    else if (event.kind === 'refundFailed') await failRefund(payments, event.refundId);
    else if (event.kind === 'meansUpdated') {
      const { reference, last4, expires } = event;
      await setReported(ctx.db.orm, provider, { reference, last4, expires });
    } else if (event.kind === 'meansEnded')
      await setReported(ctx.db.orm, provider, { reference: event.reference, removedAt: ctx.clock.now() });
    else if (event.kind === 'declined' && (await failMeansPayment(payments, event))) return;
    else {
      if (event.kind === 'begun') await reportAttempt(ctx.db.orm, event.paymentId, event.at, event.takesDays ?? false);
      if (isTry(event)) {
        await setOutcome(ctx.db.orm, event.paymentId, event.kind, event.at);
        countPayment({ outcome: event.kind });
      }
      ctx.log.info({ payment: event.paymentId, kind: event.kind }, 'payment.webhook.received');
    }
    await logWebhooks(ctx.db.orm, [{ ...webhook, result: moves.includes(event.kind) ? 'booked' : 'noted', count: 1 }]);
  } catch (cause) {
    if (cause instanceof UserError && cause.status === 404) await logWebhooks(ctx.db.orm, [{ ...webhook, result: 'unknown', count: 1 }]);
    throw cause;
  }
}

/** False if it is the payment of a link, which can still be paid. */
async function failMeansPayment(
  payments: Payments,
  { paymentId, why }: { readonly paymentId: string; readonly why?: MeansError | undefined },
) {
  const payment = await findPayment(payments.ctx.db.orm, paymentId);
  if (!payment?.meansId) return false;
  await failCharge(payments, payment, why ?? 'declined');
  return true;
}

const isTry = (event: ProviderEvent): event is ProviderEvent & { readonly kind: PaymentOutcome } =>
  paymentOutcomes.some((outcome) => outcome === event.kind);

const moves: readonly ProviderEvent['kind'][] = ['disputed', 'disputeLost', 'disputeWon', 'refundFailed'];

function toLogEntry({ clock }: AppContext, provider: Provider['name'], event: ProviderEvent): LoggedWebhook {
  const at = clock.now();
  const { eventId, kind } = event;
  const paymentId = 'paymentId' in event ? event.paymentId : null;
  const isOurs = z.uuid().safeParse(paymentId).success;
  return { id: newId(at), provider, key: eventId, kind, paymentId: isOurs ? paymentId : null, lastReceivedAt: at };
}

type WebhookCount = {
  readonly provider: Provider['name'];
  readonly result: WebhookErrorKind;
  readonly key: string;
  lastReceivedAt: Date;
  count: number;
};

function createErrorCounter({ db, clock, log }: AppContext) {
  let counts = new Map<string, WebhookCount>();

  async function flush(): Promise<void> {
    if (counts.size === 0) return;
    const counted = [...counts.values()];
    counts = new Map();
    try {
      await logWebhooks(
        db.orm,
        counted.map((each) => ({ ...each, id: newId(each.lastReceivedAt) })),
      );
    } catch (cause) {
      log.warn({ cause: formatCause(cause) }, 'payment.webhook.count_failed');
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_MS).unref();
  return {
    count(provider: Provider['name'], answer: WebhookErrorKind): void {
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
