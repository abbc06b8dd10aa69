import { describe, expect, test } from 'vitest';
import { standardTurnaround } from '#lib/time/turnaround.ts';
import type { CatalogueField, Offer } from '#modules/catalogue/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { copyAnswers, createPieceBrief, toPieceError } from './piece-brief.ts';

const field = (name: string, kind: CatalogueField['kind'], more: Partial<CatalogueField> = {}): CatalogueField => ({
  name,
  kind,
  required: true,
  label: name,
  help: '',
  ...more,
});
const offer: Offer = {
  id: 'tags',
  serviceType: 5,
  unit: '',
  note: '',
  unitPrice: 900,
  minQuantity: 1,
  maxQuantity: 9,
  interval: null,
  platforms: [2],
  revisions: 2,
  howMade: { kind: 'person', tools: [] },
  turnaround: standardTurnaround,
  eachUnitIsPiece: false,
  pieces: [],
  fields: [
    field('topic', 'text'),
    field('brandName', 'text'),
    field('mustInclude', 'texts', { required: false }),
    field('files', 'file', { required: false }),
    field('rightsConfirmed', 'yesNo'),
  ],
};
const answers = { brandName: 'Loaf', mustInclude: ['rye'], rightsConfirmed: true, files: ['0'], approver: 'Ada' };

describe('brief of a piece', () => {
  test('new brief: starts with the brand of the order, without the fields of each piece', () =>
    expect(createPieceBrief(undefined, answers, offer)).toEqual({
      offerId: 'tags',
      platform: '',
      quantity: '1',
      given: { topic: '', brandName: 'Loaf', mustInclude: ['rye'], files: [], rightsConfirmed: false },
    }));

  test('draft: the brief continues from it', () =>
    expect(createPieceBrief(JSON.stringify({ platform: '2', given: { topic: 'Bread' } }), answers, offer)).toMatchObject({
      platform: '2',
      given: { topic: 'Bread', brandName: '' },
    }));

  test('copy from another piece: takes its brand and keeps its own fields', () => {
    const own = createPieceBrief(JSON.stringify({ given: { topic: 'Bread', brandName: 'Loaf', rightsConfirmed: true } }), {}, offer);
    const { given } = copyAnswers({ topic: 'Toast', brandName: 'Crust', mustInclude: ['rye'], rightsConfirmed: false }, own, {
      from: offer,
      to: { ...offer, id: 'other' },
    });
    expect(given).toMatchObject({ topic: 'Bread', brandName: 'Crust', mustInclude: ['rye'], rightsConfirmed: true });
  });

  test('copy to a piece of the same offer: takes all but the confirmations', () => {
    const own = createPieceBrief(JSON.stringify({ given: { topic: 'Bread', brandName: 'Loaf' } }), {}, offer);
    const { given } = copyAnswers({ topic: 'Toast', rightsConfirmed: true }, own, { from: offer, to: offer });
    expect(given).toMatchObject({ topic: 'Toast', brandName: 'Loaf' });
    expect(given).not.toMatchObject({ rightsConfirmed: true });
  });
});

test('refused piece: errors appear at their fields, errors about the piece at the top', () => {
  const refused = new ApiError(400, 'Validation failed', {
    'pieces[0].id': ['It has its brief already.'],
    'pieces[0].platform': ['Which?'],
    'pieces[0].answers.mustInclude[0]': ['Too long.'],
  });
  expect(toPieceError(refused, { mustInclude: ['', 'rye'] })).toMatchObject({
    general: 'It has its brief already.',
    errors: { platform: ['Which?'], 'mustInclude[1]': ['Too long.'] },
  });
});
