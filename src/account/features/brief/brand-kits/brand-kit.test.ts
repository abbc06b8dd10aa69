// Conversion between a brand kit and a brief.
import { describe, expect, test } from 'vitest';
import type { CatalogueField, Offer } from '#modules/catalogue/shapes.ts';
import { readKitAnswers, selectBrandAnswers, toKit } from './brand-kit.ts';

const field = (name: string, kind: CatalogueField['kind'], values?: readonly string[]): CatalogueField => ({
  name,
  kind,
  required: false,
  label: name,
  help: '',
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
  id: '1',
  brandName: 'Loaf',
  language: 'en',
  tone: 'warm',
  audience: 'Neighbours',
  notes: 'short',
  referenceUrls: ['https://loaf.example/'],
  mustInclude: [],
  mustAvoid: ['tasty'],
};

describe('brand kit', () => {
  test('fill a brief: sets its brand fields and empties those missing in the kit', () => {
    expect(readKitAnswers(kit, offer)).toEqual({
      brandName: 'Loaf',
      tone: 'warm',
      referenceUrls: ['https://loaf.example/'],
      mustInclude: [''],
    });
  });

  test('fill a brief: a choice that is no longer offered is left out', () => {
    expect(readKitAnswers({ ...kit, tone: 'shouting' }, offer)).toMatchObject({ tone: '' });
  });

  test('save from a brief: brand fields only, no consent and nothing about the work', () => {
    const given = { facts: 'x', brandName: 'Loaf', tone: '', referenceUrls: ['https://loaf.example/', ''], rightsConfirmed: true };
    expect(toKit(given, offer)).toEqual({ brandName: 'Loaf', tone: '', referenceUrls: ['https://loaf.example/'], mustInclude: undefined });
    const conditional = fields.map((each) =>
      each.name === 'tone' ? { ...each, askedIf: { question: 'facts', isAnswered: false } } : each,
    );
    expect(toKit({ ...given, tone: 'warm' }, { ...offer, fields: conditional })).not.toHaveProperty('tone');
    expect(Object.keys(selectBrandAnswers(given, offer))).toEqual(['brandName', 'tone', 'referenceUrls', 'mustInclude']);
  });
});
