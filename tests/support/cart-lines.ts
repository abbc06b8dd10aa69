// Valid cart lines for tests to change.
import type { Line } from '#modules/orders/shapes.ts';

const common = { brandName: 'Loaf & Queue', language: 'en', tone: 'warm', rightsConfirmed: true };
const line = (offerId: string, answers: object, more: Partial<Line> = {}): Line => ({
  offerId,
  quantity: 1,
  platform: null,
  answers: { ...common, ...answers },
  ...more,
});

export const story = (more: Partial<Line> = {}): Line =>
  line(
    'brand-stories-600',
    { facts: 'A bakery in a side street, which opens at seven. '.repeat(3), values: ['craft'], founded: 2014 },
    more,
  );
export const tags = (more: Partial<Line> = {}): Line =>
  line('hashtag-magic-1', { topic: 'The first loaf of the morning', seedTags: ['bread'] }, { platform: 2, ...more });
export const kits = (more: Partial<Line> = {}): Line =>
  line('social-boosts-3', { profileUrl: 'https://www.linkedin.com/company/loaf', objective: 'sales' }, { platform: 5, ...more });
export const phrases = (more: Partial<Line> = {}): Line =>
  line('catchy-phrases-5', { product: 'A loaf that is baked twice and sold before nine.' }, more);
export const textCheck = (text: string, more: Partial<Line> = {}): Line => line('content-checker-automatic', { text }, more);
export const suite = (more: Partial<Line> = {}): Line => line('brand-expansion-suite', {}, more);
export const monthly = (more: Partial<Line> = {}): Line => line('growth-accelerator-bundle', {}, more);

export const withAnswers = (one: Line, answers: object): Line => ({ ...one, answers: { ...one.answers, ...answers } });
