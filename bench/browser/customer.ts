// A shop with a customer, for benchmarks in a browser.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { CUSTOMER_PASSWORD, registerCustomer } from '../../ops/lab/customers.ts';
import type { Output } from '../../src/api.ts';

type Prices = Output<'POST /api/prices'>;
export type Offer = Prices['offers'][number];

/** A shop in a process of its own, which ends with this one. */
export async function openShop(): Promise<{ child: ChildProcess; origin: string }> {
  const shop = fork(join(import.meta.dirname, '../target.ts'), ['shop'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { port } = await new Promise<{ port: number }>((done, fail) => {
    shop.once('message', (message) => done(message as { port: number }));
    shop.once('exit', (code) => fail(new Error(`the measured process ended with ${code}`)));
  });
  return { child: shop, origin: `http://127.0.0.1:${port}` };
}

async function post<T>(address: string, body: object): Promise<T> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (answer.status === 204 ? {} : await answer.json()) as T;
}

/** A customer, and the offers in the order of the catalogue. */
export async function prepare(origin: string) {
  const email = await registerCustomer(origin);
  const tokens = await post<Record<string, string>>(`${origin}/api/Accounts/login`, { email, password: CUSTOMER_PASSWORD });
  const prices = await post<Prices>(`${origin}/api/prices`, { currency: 0 });
  const types = [...new Set(prices.offers.map(({ serviceType }) => serviceType))];
  // A service number redirects to the slug.
  const slugs = await Promise.all(
    types.map(async (type) => [(await fetch(`${origin}/services/${type}`)).url.split('/').at(-1) ?? '', type] as const),
  );
  return { prices, tokens: { ...tokens, agreePrivacy: 'true' }, slugs };
}
