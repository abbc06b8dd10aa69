// A service of the owner's, created with the form of a new service.
import { expect } from 'vitest';
import type { Operating } from './desk.ts';

const words = (text: string) => ({ en: text, es: `${text} (es)`, jp: `${text}（日本語）` });

const draftNamed = (slug: string) => ({
  name: words(`Name of ${slug}`),
  summary: words('A logo in three rounds.'),
  description: words('Tell us about your brand.'),
  revisions: 1,
  contains: [words('Three drafts'), words('One file')],
  excludes: [],
  sample: { caption: words('Sample'), text: words('A loaf in a circle.') },
  fields: [],
  offers: [
    {
      id: '',
      unit: words('One logo'),
      note: words('For a small business'),
      minQuantity: 1,
      maxQuantity: 10,
      prices: { EUR: 25_000, USD: 27_000, AUD: 41_050, NOK: 290_000 },
      pieces: [],
    },
  ],
});

/** It is not sold until it is published. */
export async function createService(operator: Operating, slug: string): Promise<void> {
  const sent = { file: `${slug}.yaml`, isNew: {}, service: draftNamed(slug), from: 0, why: 'our own' };
  expect((await operator.call('POST /api/catalogue/save', sent)).body.saved).toBe(true);
}

export async function publishService(operator: Operating, slug: string): Promise<void> {
  const { file, number, service } = (await operator.call('GET /api/catalogue/file', { file: `${slug}.yaml` })).body;
  const sent = { file, service: { ...service, state: 'sold' }, from: number, why: 'it is ready' };
  expect((await operator.call('POST /api/catalogue/save', sent as never)).body.saved).toBe(true);
}
