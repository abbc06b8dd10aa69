import { describe, expect, test } from 'vitest';
import { billingShape, priceShape, startedBillingShape, toBilling } from './billing.ts';

const ada = {
  firstName: 'Ada',
  lastName: 'Sample',
  country: 'DE',
  city: 'Berlin',
  address: 'Weg 1',
  state: '',
  zipCode: '10115',
  agreedToPP_TOS: true,
};

/** By field, the ids of its messages. */
function getErrors(shape: typeof billingShape | typeof startedBillingShape, input: unknown): Record<string, string[]> {
  const parsed = shape.safeParse(input);
  const all: Record<string, string[]> = {};
  for (const { path, message } of parsed.error?.issues ?? []) all[path.join('.')] = [...(all[path.join('.')] ?? []), message];
  return all;
}

describe('billing address', () => {
  test('valid: stored on one line, without spaces around', () => {
    expect(billingShape.parse({ ...ada, city: '  Ber\nlin ', state: ' ', zipCode: ' 1 ' })).toEqual({
      ...ada,
      city: 'Ber lin',
      zipCode: '1',
    });
  });

  test('names of one letter: accepted', () => expect(getErrors(billingShape, { ...ada, city: 'Å', address: '1' })).toEqual({}));

  test.each([
    ['firstName', ''],
    ['lastName', ' '],
    ['city', ' \n '],
    ['address', ''],
  ])('%s %j: required', (field, value) => {
    expect(Object.keys(getErrors(billingShape, { ...ada, [field]: value }))).toEqual([field]);
  });

  test.each(['', 'D', 'DEU', 'de', '1A', 'xDE', ' DEx'])('country %j: refused', (country) => {
    expect(Object.keys(getErrors(billingShape, { ...ada, country }))).toEqual(['country']);
  });

  test.each([
    ['city', 100],
    ['address', 200],
    ['state', 100],
    ['zipCode', 20],
  ])('%s: at most %i characters', (field, most) => {
    expect(getErrors(billingShape, { ...ada, [field]: 'x'.repeat(most) })).toEqual({});
    expect(Object.keys(getErrors(billingShape, { ...ada, [field]: 'x'.repeat(most + 1) }))).toEqual([field]);
  });

  test.each([
    ['US', '', { state: ['billing.state'] }],
    ['US', 'Ohio', {}],
    ['JP', '', { state: ['billing.prefecture'] }],
    ['JP', '東京都', {}],
    ['DE', '', {}],
    ['DE', 'Bayern', {}],
  ])('in %s with the state %j: %j', (country, state, errors) => {
    const all = getErrors(billingShape, { ...ada, country, state });
    expect(Object.keys(all)).toEqual(Object.keys(errors));
    expect(JSON.stringify(all)).toContain(Object.values(errors)[0]?.[0] ?? '');
    expect(Object.values(all).flat()).toHaveLength(Object.keys(errors).length);
  });

  test.each([[undefined], [null], [7]])('a country that is %j: the state is not asked for', (country) => {
    expect(Object.keys(getErrors(billingShape, { ...ada, country, state: '' }))).toEqual(['country']);
  });

  test.each([[null], ['text'], [undefined]])('no object, %j: refused', (input) => {
    expect(billingShape.safeParse(input).success).toBe(false);
  });

  test.each([[false], [undefined], ['true']])('agreed to the terms, %j: refused', (agreedToPP_TOS) => {
    expect(Object.keys(getErrors(billingShape, { ...ada, agreedToPP_TOS }))).toEqual(['agreedToPP_TOS']);
  });

  test.each([
    ['now', []],
    ['wait', []],
    ['', ['startNow']],
    [undefined, ['startNow']],
  ])('start of the work %j: errors %j', (startNow, errors) => {
    expect(Object.keys(getErrors(startedBillingShape, { ...ada, startNow }))).toEqual(errors);
    expect(Object.keys(getErrors(startedBillingShape, { ...ada, startNow, country: 'US' }))).toContain('state');
    expect(Object.keys(getErrors(startedBillingShape, { ...ada, startNow, country: 'JP' }))).toContain('state');
  });

  test('recipient of a receipt: the address without consents', () => {
    const { agreedToPP_TOS, ...address } = ada;
    expect(toBilling({ ...address, agreedToPP_TOS } as typeof address)).toEqual(address);
  });
});

test.each([
  [0, true],
  [1_000_000_000, true],
  [-1, false],
  [1_000_000_001, false],
  [0.5, false],
  ['1', false],
])('price of %j minor units: accepted is %s', (price, accepted) => expect(priceShape.safeParse(price).success).toBe(accepted));
