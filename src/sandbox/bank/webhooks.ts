// Sends due webhooks to the shop until it accepts them. The schedule is in the database, so several processes
// can share it and a crash loses nothing.
import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '#platform/app-context.ts';
import type { Signer } from '#platform/identity/hmac.ts';
import { formatCause } from '#platform/logging/log.ts';
import { isPartOfOutage } from '#platform/logging/outages.ts';
import { isAnyPending, markArrived, takeDue, type WebhookRow } from './queries.ts';

const PATH = '/api/payments/webhook/sandbox';

const POLL_MS = 250;
/**
 * While none is pending. The process that adds one sends it at once; this finds those that it left because it
 * was killed.
 */
const IDLE_POLL_MS = 60_000;
const AFTER_ERROR_MS = 2_000;
const CONCURRENCY = 20;
const RETRY_DAYS = 2;
/** Timeout of a delivery; well before its next try. */
const PATIENCE_MS = 8_000;
const pauses = { leastSeconds: 10, mostSeconds: 6 * 3_600 };

export type BankWebhooks = {
  start(): void;
  /** Checks now instead of at the next poll. */
  nudge(): void;
  stop(): Promise<void>;
};

export function createBankWebhooks({ config, db, clock, log }: AppContext, signs: Signer): BankWebhooks {
  const stopping = new AbortController();
  const sending = new Set<Promise<void>>();
  let wake = new AbortController();
  let going: Promise<void> | undefined;

  async function keepSending(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        wake = new AbortController();
        await sendDue();
        const isPending = sending.size > 0 || (await isAnyPending(db.orm));
        await rest(isPending ? POLL_MS : IDLE_POLL_MS, wake.signal);
      } catch (cause) {
        if (!isPartOfOutage(log, cause)) log.warn({ cause: formatCause(cause) }, 'sandbox.webhooks.poll_failed');
        await rest(AFTER_ERROR_MS);
      }
    }
    await Promise.all(sending);
  }

  /** Does not wait for answers: a slow delivery does not delay the next one. */
  async function sendDue(): Promise<void> {
    const freeSlots = CONCURRENCY - sending.size;
    if (freeSlots === 0) return;
    for (const webhook of await takeDue(db.orm, clock.now(), { most: freeSlots, pauses, days: RETRY_DAYS })) {
      const delivery = send(webhook).finally(() => sending.delete(delivery));
      sending.add(delivery);
    }
  }

  async function send({ id, body, tries }: WebhookRow): Promise<void> {
    try {
      const answer = await fetch(config.shopUrl + PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sandbox-signature': signs.stamp('webhook', body, clock.now()) },
        body,
        redirect: 'error',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)]),
      });
      await answer.arrayBuffer();
      if (answer.ok) await markArrived(db.orm, id, clock.now());
      else log.info({ webhook: id, tries, status: answer.status }, 'sandbox.webhook.rejected');
    } catch (cause) {
      if (!stopping.signal.aborted) log.info({ webhook: id, tries, cause: formatCause(cause) }, 'sandbox.webhook.unreachable');
    }
  }

  const rest = (ms: number, woken?: AbortSignal): Promise<void> =>
    pause(ms, undefined, { signal: woken ? AbortSignal.any([stopping.signal, woken]) : stopping.signal }).catch(() => undefined);

  return {
    start() {
      going ??= keepSending();
    },
    nudge: () => wake.abort(),
    async stop() {
      stopping.abort();
      await going;
    },
  };
}
