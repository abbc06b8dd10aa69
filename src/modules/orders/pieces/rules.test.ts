import { describe, expect, test } from 'vitest';
import { standardTurnaround } from '#lib/time/turnaround.ts';
import type { CatalogueField, Offer, Prices } from '#modules/catalogue/shapes.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { ServiceType } from '../../../../tests/support/owner-files.ts';
import { common } from '../../../../tests/support/pieces.ts';
import { asBought, checkPiece } from './rules.ts';

const field = (name: string, kind: CatalogueField['kind'], max = 20_000): CatalogueField => ({
  name,
  kind,
  max,
  required: true,
  label: '',
  help: '',
});
const offer = (id: string, serviceType: Offer['serviceType'], more: Partial<Offer>): Offer => ({
  id,
  serviceType,
  unit: '',
  note: '',
  unitPrice: 400,
  minQuantity: 1,
  maxQuantity: 4,
  interval: null,
  platforms: [],
  fields: [],
  revisions: 0,
  howMade: { kind: 'person', tools: [] },
  turnaround: standardTurnaround,
  eachUnitIsPiece: false,
  pieces: [],
  ...more,
});
const prices: Prices = {
  currency: 0,
  offers: [
    offer('check', ServiceType.ContentChecker, { fields: [field('text', 'longText')], quantityFrom: 'text' }),
    offer('tags', ServiceType.HashtagMagic, { fields: [field('topic', 'text', 40)], platforms: [2] }),
  ],
  platformTypes: [{ platform: 2, name: 'Instagram', surchargePercent: 0, hosts: [] }],
};
const words = (count: number) => ({ platform: null, answers: { text: 'word '.repeat(count) } });
const checks = { offerId: 'check', serviceType: ServiceType.ContentChecker, quantity: 3 };
const tags = { offerId: 'tags', serviceType: ServiceType.HashtagMagic, quantity: 9 };
const getErrors = (checked: ReturnType<typeof checkPiece>) => ('errors' in checked ? checked.errors.map(({ path }) => path.join('.')) : []);

describe('brief of a piece', () => {
  test.for([
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [3_000, 3],
  ] as const)('a measured text of %i words uses a quantity of %i', ([count, taken]) =>
    expect(checkPiece(prices, checks, words(count))).toMatchObject({ checked: { quantity: taken } }),
  );

  test('a text beyond the bought words is refused, with their number', () => {
    const checked = checkPiece(prices, checks, words(3_001));
    expect(getErrors(checked)).toEqual(['answers.text']);
    const { errors } = createValidationError('errors' in checked ? checked.errors : [], {});
    expect(errors['answers.text']?.[0]?.values).toEqual({ words: 3_000 });
  });

  test('a piece without measure keeps its whole quantity', () =>
    expect(checkPiece(prices, tags, { platform: 2, answers: { topic: ' Bread ' } })).toMatchObject({
      checked: { quantity: 9, platform: 2, answers: { topic: 'Bread' } },
    }));

  test.for([
    [{ platform: null, answers: { topic: 'Bread' } }, ['platform']],
    [{ platform: 3, answers: { topic: 'Bread' } }, ['platform']],
    [{ platform: 2, answers: {} }, ['answers.topic']],
    [{ platform: 2, answers: { ...common, topic: 'Bread' } }, Object.keys(common).map((name) => `answers.${name}`)],
  ] as const)('an invalid brief is refused by field: %j', ([sent, errors]) =>
    expect(getErrors(checkPiece(prices, tags, sent))).toEqual(errors),
  );

  test('a piece of a removed offer is refused by its id', () =>
    expect(getErrors(checkPiece(prices, { ...tags, offerId: 'gone' }, words(1)))).toEqual(['id']));
});

test('pieces as bought: split content checks are joined, other pieces are not', () => {
  const row = (offerId: string, serviceType: Offer['serviceType'], quantity: number, position: number) => ({
    offerId,
    serviceType,
    quantity,
    position,
    listValue: quantity * 100,
  });
  const { ContentChecker, QuickReads } = ServiceType;
  expect(
    asBought(
      [
        row('check', ContentChecker, 2, 0),
        row('read', QuickReads, 1, 1),
        row('read', QuickReads, 1, 2),
        row('check', ContentChecker, 3, 3),
      ],
      (id) => id === 'check',
    ),
  ).toEqual([row('check', ContentChecker, 5, 0), row('read', QuickReads, 1, 1), row('read', QuickReads, 1, 2)]);
});
