// Customers with a paid bundle, and a valid brief for each piece.
import { expect } from 'vitest';
import type { Line } from '#modules/orders/shapes.ts';
import type { Output } from '../../src/api.ts';
import { suite } from './cart-lines.ts';
import { type Buyer, buyer, funded, placed } from './money.ts';
import type { Shop } from './shop.ts';

export const common = { brandName: 'Loaf & Queue', language: 'en', tone: 'warm', rightsConfirmed: true };

const own: Readonly<Record<string, object>> = {
  'brand-stories': { facts: 'A bakery in a side street, which opens at seven. '.repeat(3) },
  'catchy-phrases': { product: 'Sourdough bread, baked twice a day and sold at the door.' },
  'quick-reads': { topic: 'Why yesterday’s loaf makes better toast' },
  'hashtag-magic': { topic: 'The first loaf of the morning' },
  'social-boosts': { profileUrl: 'https://www.instagram.com/loaf', objective: 'sales' },
  'content-checker': { text: 'The bread is ready at seven and gone by nine. '.repeat(4) },
};

export type Whole = Output<'GET /api/orders/order'>;
export type Piece = Whole['pieces'][number];
export type Brief = { readonly id: string; readonly platform: number | null; readonly answers: Readonly<Record<string, unknown>> };

/** A valid brief for the piece's service. */
export function createBrief({ id, offerId }: Pick<Piece, 'id' | 'offerId'>, more: object = {}): Brief {
  const service = offerId.split('-').slice(0, 2).join('-');
  const isPlaced = service === 'hashtag-magic' || service === 'social-boosts';
  return { id, platform: isPlaced ? 2 : null, answers: { ...common, ...own[service], ...more } };
}

export async function whole(shop: Shop, { token }: Buyer, id: string): Promise<Whole> {
  const { status, body } = await shop.call('GET /api/orders/order', { id }, { token });
  expect(status).toBe(200);
  return body;
}

export type Bundled = { readonly who: Buyer; readonly orderId: string; readonly purchaseId: string; readonly pieces: Whole['pieces'] };

/** A bundle paid from the balance. */
export async function bundled(shop: Shop, line: Line = suite(), known?: Buyer, more: { startNow?: boolean } = {}): Promise<Bundled> {
  const who = known ?? (await buyer(shop));
  await funded(shop, who, 130_000);
  const { orderIds, purchaseId } = await placed(shop, who, { lines: [line], payFromBalance: true, ...more });
  const orderId = orderIds[0] ?? '';
  return { who, orderId, purchaseId, pieces: (await whole(shop, who, orderId)).pieces };
}

export const brief = (shop: Shop, { token }: Buyer, orderId: string, pieces: readonly unknown[]) =>
  shop.call('POST /api/orders/brief', { orderId, pieces }, { token });
