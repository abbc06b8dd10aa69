// Steps of a brief: which there are, and where a draft is continued.
import { describe, expect, test } from 'vitest';
import type { CatalogueField, Offer } from '#modules/catalogue/shapes.ts';
import type { Brief } from './brief.ts';
import { findStepToContinue, listSteps } from './brief-steps.ts';

const question = (name: string, required = false, kind: CatalogueField['kind'] = 'text') =>
  ({ name, required, kind, label: name, help: '' }) as CatalogueField;
const work = [question('facts', true), question('founded')];
const common = [question('brandName', true), question('mustAvoid', false, 'texts')];
const last = [question('rightsConfirmed', true, 'yesNo')];
const sections = { work, common, last };
const offer = { id: 'story', maxQuantity: 1, minQuantity: 1, platforms: [], fields: [...work, ...common, ...last] } as unknown as Offer;
const plain = { offer, hasChoice: false, counts: false, sections, hidden: new Set<string>() };
const names = (changes: Partial<typeof plain> = {}) => listSteps({ ...plain, ...changes }).map(({ name }) => name);

describe('steps', () => {
  test('only what is asked', () => {
    expect(names()).toEqual(['work', 'brand', 'last']);
    expect(names({ hasChoice: true })).toEqual(['offer', 'work', 'brand', 'last']);
    expect(names({ offer: { ...offer, platforms: [5] } })).toEqual(['offer', 'work', 'brand', 'last']);
    expect(names({ offer: { ...offer, maxQuantity: 9 } })).toEqual(['offer', 'work', 'brand', 'last']);
    expect(names({ offer: { ...offer, maxQuantity: 9 }, counts: true })).toEqual(['work', 'brand', 'last']);
    expect(names({ offer: { ...offer, addOns: [] } })).toEqual(['work', 'brand', 'addOns', 'last']);
    expect(names({ hidden: new Set(['rightsConfirmed']) })).toEqual(['work', 'brand']);
  });

  test('a question that is not asked belongs to no step', () => {
    expect(listSteps({ ...plain, hidden: new Set(['founded']) })[0]).toEqual({ name: 'work', fields: ['facts'] });
  });
});

const brief = (given: Brief['given'], platform = '') => ({ offerId: 'story', platform, quantity: '1', given });
const steps = listSteps({ ...plain, offer: { ...offer, platforms: [5] } });

test.for([
  ['nothing is answered', {}, '', 'offer'],
  ['blank answers', { facts: ' ', mustAvoid: ['', ' '], rightsConfirmed: false }, '', 'offer'],
  ['the platform is missing', { facts: 'Bread' }, '', 'offer'],
  ['the first part is there', { facts: 'Bread' }, '5', 'brand'],
  ['only the platform is there', {}, '5', 'work'],
  ['a confirmation is missing', { facts: 'Bread', brandName: 'Loaf', rightsConfirmed: false }, '5', 'last'],
  ['all is there', { facts: 'Bread', brandName: 'Loaf', rightsConfirmed: true }, '5', 'last'],
] as const)('%s: goes on at its step', ([, given, platform, expected]) => {
  expect(findStepToContinue(steps, offer, brief(given, platform))?.name).toBe(expected);
});
