// What of a brand kit goes into a brief, and back.
import { describe, expect, test } from 'vitest';
import type { Field, Offer } from '../../../../modules/catalogue/shapes.ts';
import { brandGivens, givensOf, kitOf } from './brand-kit.ts';

const field = (name: string, kind: Field['kind'], values?: readonly string[]): Field => ({
  ...{ name, kind, required: false, label: name, help: '' },
  ...(values ? { options: values.map((value) => ({ value, label: value })) } : {}),
});
const fields = [
  field('facts', 'longText'),
  field('brandName', 'text'),
  field('tone', 'choice', ['warm', 'bold']),
  field('referenceUrls', 'urls'),
  field('mustInclude', 'texts'),
  field('rightsConfirmed', 'yesNo'),
];
const offer = { id: 'story', minQuantity: 1, fields } as unknown as Offer;
const kit = {
  ...{ id: '1', brandName: 'Loaf', language: 'en', tone: 'warm', audience: 'Neighbours', notes: 'short' },
  ...{ referenceUrls: ['https://loaf.example/'], mustInclude: [], mustAvoid: ['tasty'] },
};

describe('a kit', () => {
  test('fills what the brief asks of a brand, and empties what it has nothing for', () => {
    expect(givensOf(kit, offer)).toEqual({ brandName: 'Loaf', tone: 'warm', referenceUrls: ['https://loaf.example/'], mustInclude: [''] });
  });

  test('leaves out a choice that is not offered any more', () => {
    expect(givensOf({ ...kit, tone: 'shouting' }, offer)).toMatchObject({ tone: '' });
  });

  test('is made of what the brief says of the brand, and never of a consent or of the work', () => {
    const given = { facts: 'x', brandName: 'Loaf', tone: '', referenceUrls: ['https://loaf.example/', ''], rightsConfirmed: true };
    expect(kitOf(given, offer)).toEqual({ brandName: 'Loaf', tone: '', referenceUrls: ['https://loaf.example/'], mustInclude: undefined });
    expect(Object.keys(brandGivens(given, offer))).toEqual(['brandName', 'tone', 'referenceUrls', 'mustInclude']);
  });
});
