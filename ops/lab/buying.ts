// Customers who order and pay until each request is acknowledged, for npm run ops.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { StripeWorld } from '../../tests/support/stripe.ts';
import { type Customer, purchase, stayLoggedIn } from './customers.ts';

export type Acknowledged = { readonly purchases: string[]; readonly payments: string[] };
export type Buying = Acknowledged & {
  /** Of the acknowledgements, in the order of time. */
  readonly times: number[];
  slowestMs: number;
  stop(): Promise<void>;
};
/** After the end; before it, a customer tries on. */
const GIVE_UP_MS = 60_000;

type Shopping = { readonly stripe: StripeWorld; readonly url: string; readonly customers: readonly Customer[] };

/**
 * Customers order and pay one after the other. Each request is repeated until it is acknowledged, as browsers
 * and Stripe do.
 */
export function startBuying({ stripe, url, customers }: Shopping): Buying {
  let isOver = false;
  const buying: Buying = {
    purchases: [],
    payments: [],
    times: [],
    slowestMs: 0,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
  async function sendUntilAnswered<T>(send: () => Promise<T | undefined>): Promise<T> {
    const begunAt = performance.now();
    for (;;) {
      if (isOver && performance.now() - begunAt > GIVE_UP_MS)
        throw new Error(`a request was not acknowledged within ${GIVE_UP_MS / 1_000} s`);
      const startedAt = performance.now();
      const answer = await send().catch(() => undefined);
      buying.slowestMs = Math.max(buying.slowestMs, performance.now() - startedAt);
      if (answer !== undefined) return answer;
      await pause(100);
    }
  }
  async function buy(customer: Customer): Promise<void> {
    await stayLoggedIn(url, customer);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${customer.token}`, 'idempotency-key': randomUUID() };
    const body = JSON.stringify(purchase);
    const placed = await sendUntilAnswered(async () => {
      const answer = await fetch(`${url}/api/orders`, { method: 'POST', headers, body });
      const text = await answer.text();
      return answer.status === 200 ? (JSON.parse(text) as { purchaseId: string; paymentLink: string | null }) : undefined;
    });
    buying.times.push(performance.now());
    buying.purchases.push(placed.purchaseId);
    // The database was lost between the order and its link, which the customer can ask for later.
    if (placed.paymentLink === null) return;
    const event = stripe.pay(placed.paymentLink);
    await sendUntilAnswered(async () => ((await stripe.tell(url, event)) === 204 ? true : undefined));
    buying.payments.push(placed.purchaseId);
  }
  const running = customers.map(async (customer) => {
    while (!isOver) await buy(customer);
  });
  return buying;
}
