// Tests the sentences of errors in the catalogue's form as a table.
import { expect, test } from 'vitest';
import type { SourceError } from '#lib/yaml/source.ts';
import { describeCatalogueError } from './form-errors.ts';

const cases: readonly (readonly [
  path: string,
  error: Pick<SourceError, 'code'> & Partial<Pick<SourceError, 'values'>>,
  field: string,
  place: string,
  sentence: string,
])[] = [
  ['offers.2.unit.en', { code: 'too-small', values: { minimum: 1 } }, 'offers.2.unit.en', 'Offer 3', 'Enter the unit in English.'],
  ['summary.jp', { code: 'too-small', values: { minimum: 1 } }, 'summary.jp', '', 'Enter the summary in Japanese.'],
  ['contains.0.es', { code: 'too-small', values: { minimum: 1 } }, 'contains.0.es', 'Included 1', 'Enter the text in Spanish.'],
  ['offers.1.prices.EUR', { code: 'too-small', values: { minimum: 1 } }, 'offers.1.prices.EUR', 'Offer 2', 'Enter a price in EUR.'],
  ['offers.1.prices', { code: 'price-missing', values: { currency: 'NOK' } }, 'offers.1.prices.NOK', 'Offer 2', 'Enter a price in NOK.'],
  ['offers.0.id', { code: 'too-small', values: { minimum: 1 } }, 'offers.0.id', 'Offer 1', 'Enter the key.'],
  ['offers.0.minQuantity', { code: 'minimum-above-maximum' }, 'offers.0.minQuantity', 'Offer 1', 'The minimum is more than the maximum.'],
  [
    'fields.3.options.1.label.en',
    { code: 'too-small', values: { minimum: 1 } },
    'fields.3.options.1.label.en',
    'Question 4, Option 2',
    'Enter the label in English.',
  ],
  [
    'fields.2.askedIf.question',
    { code: 'question-circular' },
    'fields.2.askedIf.question',
    'Question 3',
    'This question would depend on itself. Choose another one.',
  ],
  ['fields.2.askedIf.isOneOf', { code: 'answers-empty' }, 'fields.2.askedIf.isOneOf', 'Question 3', 'Choose at least one answer.'],
  [
    'offers.0.tiers.1.prices.EUR',
    { code: 'tier-not-cheaper' },
    'offers.0.tiers.1.prices.EUR',
    'Offer 1, Volume price 2',
    'Enter less than the price before it.',
  ],
  [
    'offers.0.tiers.0.prices',
    { code: 'price-missing', values: { currency: 'NOK' } },
    'offers.0.tiers.0.prices.NOK',
    'Offer 1, Volume price 1',
    'Enter a price in NOK.',
  ],
  ['addOns.1.prices', { code: 'price-missing', values: { currency: 'NOK' } }, 'addOns.1.prices.NOK', 'Add-on 2', 'Enter a price in NOK.'],
  ['addOns.0.maxQuantity', { code: 'maximum-missing' }, 'addOns.0.maxQuantity', 'Add-on 1', 'Enter how many a customer may choose.'],
  ['addOns.0.percent', { code: 'percent-missing' }, 'addOns.0.percent', 'Add-on 1', 'Enter a whole percentage, such as 20.'],
  [
    'addOns.0.offers.1',
    { code: 'offer-unknown', values: { offer: 'x' } },
    'addOns.0.offers.1',
    'Add-on 1',
    'Choose offers of this service.',
  ],
  ['addOns.0.offers', { code: 'offers-empty' }, 'addOns.0.offers', 'Add-on 1', 'Choose at least one offer.'],
  ['addOns.0.name.es', { code: 'too-small', values: { minimum: 1 } }, 'addOns.0.name.es', 'Add-on 1', 'Enter the name in Spanish.'],
  ['quantityFrom', { code: 'must-be-asked' }, 'quantityFrom', '', 'Choose a question that is always asked.'],
  ['revisions', { code: 'too-big', values: { maximum: 9 } }, 'revisions', '', 'Enter at most 9.'],
];

test.for(cases)('form of the catalogue, %s %j: a sentence', ([path, error, field, place, sentence]) => {
  const found = { file: 'shop/catalogue/quick-reads.yaml', line: 126, path, reason: 'what the file says', values: {}, ...error };
  expect(describeCatalogueError(found, 'quick-reads.yaml')).toEqual({ field, place, sentence });
});

test('form of the catalogue, error in another file: it is named by its title and has no field', () => {
  const path = 'offers.0.pieces.1.offer';
  const error = { file: 'shop/catalogue/growth-accelerator.yaml', line: 9, path, reason: '', code: 'piece-unknown', values: {} };
  expect(describeCatalogueError(error, 'brand-stories.yaml')).toEqual({
    field: undefined,
    place: 'Growth accelerator, Offer 1, Piece 2',
    sentence: 'This bundle contains an offer that doesn’t exist.',
  });
});

test('an error without a sentence of its own: what the file says, as a sentence', () => {
  const error = {
    file: 'shop/catalogue/quick-reads.yaml',
    line: 1,
    path: 'platforms.0',
    reason: 'platforms.0: "x" is no platform',
    code: 'platform-unknown',
    values: {},
  };
  expect(describeCatalogueError(error, 'quick-reads.yaml').sentence).toBe('"x" is no platform.');
});
