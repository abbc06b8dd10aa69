// Order lines of the sample of a translation bureau, with files and add-ons.
import type { Line } from '#modules/orders/shapes.ts';
import { samples, upload } from './files.ts';
import type { Buyer } from './money.ts';
import type { Shop } from './shop.ts';

export type AddOns = NonNullable<Line['addOns']>;

export async function certificate(shop: Shop, { token }: Buyer, addOns?: AddOns, more: Partial<Line> = {}): Promise<Line> {
  const { body: scan } = await upload(shop, token, samples.pdf, { name: 'birth.pdf' });
  const answers = {
    sourceLanguage: 'no',
    targetLanguage: 'en',
    documentKind: 'birth',
    document: [scan.id],
    namesAsInId: ['Ada Sample'],
    recipient: 'Ada Sample',
    postalAddress: '1 Sample Street, 00000 Sampletown',
    rightsConfirmed: true,
  };
  return { offerId: 'certified-one-copy', quantity: 2, platform: null, answers, ...(addOns ? { addOns } : {}), ...more };
}

export async function pages(shop: Shop, { token }: Buyer, addOns: AddOns, more: Partial<Line> = {}): Promise<Line> {
  const { body: file } = await upload(shop, token, samples.docx, { name: 'pages.docx' });
  const answers = { sourceLanguage: 'ja', targetLanguage: 'es', subject: 'travel', document: [file.id], rightsConfirmed: true };
  return { offerId: 'translation-general', quantity: 60, platform: null, answers, addOns, ...more };
}

/** Prices in cents: of a page, a paper copy and tracked post. */
export const PAGE = 4_900;
export const COPY = 900;
export const POST = 1_500;
export const both: AddOns = [
  { id: 'paper-copy', quantity: 3 },
  { id: 'tracked-post', quantity: 1 },
];
