// Customers with a plan of requests.
import { expect, vi } from 'vitest';
import type { Output, Sent } from '../../src/api.ts';
import { story } from './cart-lines.ts';
import { type Buyer, buyer, funded, placed } from './money.ts';
import { ownerFiles } from './owner-files.ts';
import { patience } from './patience.ts';
import { whole } from './pieces.ts';
import type { Shop } from './shop.ts';
import { delivered, mira } from './work.ts';

/** Price of a month, in cents. */
export const PLAN_PRICE = 40_000;

/**
 * Of four credits, two in work, one for a story and two for an article; unused ones stay for a period, at
 * most three.
 */
const usualPlan = 'plan: { requests: 4, active: 2, services: { brandStories: 1, quickReads: 2 }, rollover: { periods: 1, max: 3 } }';
const unlimitedPlan = 'plan: { requests: null, active: 1, services: { brandStories: 1 } }';

/** The file of a service with one offer, which is the plan. */
async function writePlan(files: Awaited<ReturnType<typeof ownerFiles>>, slug: string, plan: string): Promise<void> {
  const key = slug.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const text = await files.copy('quick-reads', key, slug);
  const words = `{ en: "${slug}", es: "${slug}", jp: "${slug}" }`;
  const offer = `- id: ${slug}
    unit: ${words}
    note: ${words}
    minQuantity: 1
    maxQuantity: 1
    prices: { EUR: ${PLAN_PRICE}, USD: 44000, AUD: 66000, NOK: 460000 }
    pieces: []
    ${plan}`;
  await files.write(
    `${slug}.yaml`,
    `${text
      .replaceAll(/^(maker|instructions|countedIn): .*\n/gm, '')
      .replace('interval: null', 'interval: month')
      .replace(/^fields:[\s\S]*$/m, '')}fields: []\noffers:\n  ${offer}\n`,
  );
}

/** The shop sells both plans. */
export async function sellPlans(shop: Shop): Promise<void> {
  const files = await ownerFiles(shop);
  await writePlan(files, 'story-plan', usualPlan);
  await writePlan(files, 'endless-plan', unlimitedPlan);
  await files.import();
  await files[Symbol.asyncDispose]();
  const sold = async () => (await shop.call('POST /api/prices', { currency: 0 })).body.offers.filter(({ plan }) => plan).length;
  await vi.waitFor(async () => expect(await sold()).toBe(2), { timeout: patience(10_000) });
}

export type PlanView = Output<'GET /api/plans'>[number];
export const plans = async (shop: Shop, { token }: Buyer): Promise<PlanView[]> =>
  (await shop.call('GET /api/plans', undefined, { token })).body;

/** A customer whose first month is paid from the balance; `left` remains in it. */
export async function planned(
  shop: Shop,
  { offerId = 'story-plan', left = 0, ...more }: { offerId?: string; left?: number; country?: string; startNow?: boolean } = {},
) {
  const who = await buyer(shop);
  await funded(shop, who, PLAN_PRICE + left);
  const line = { offerId, quantity: 1, platform: null, answers: {} };
  const { orderIds } = await placed(shop, who, { lines: [line], payFromBalance: true, startNow: true, ...more });
  const [plan] = await plans(shop, who);
  return { who, monthId: orderIds[0] ?? '', subscriptionId: plan?.subscriptionId ?? '' };
}

type Request = Partial<Sent<'POST /api/requests'>>;

export function sendRequest(
  shop: Shop,
  { token }: Buyer,
  subscriptionId: string,
  more: Request = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const { offerId, quantity, answers } = story();
  return shop.call('POST /api/requests', { subscriptionId, offerId, quantity, answers, ...more }, { token, headers });
}

/** The id of its order. */
export async function requested(shop: Shop, who: Buyer, subscriptionId: string, more: Request = {}): Promise<string> {
  const { status, body } = await sendRequest(shop, who, subscriptionId, more);
  expect([status, body]).toMatchObject([200, { orderId: expect.any(String) }]);
  return body.orderId;
}

export async function deliverRequest(shop: Shop, who: Buyer, orderId: string): Promise<void> {
  const { pieces } = await whole(shop, who, orderId);
  await delivered(shop, mira, pieces[0]?.id ?? '');
}
