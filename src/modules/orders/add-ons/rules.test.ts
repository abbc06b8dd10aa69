import { describe, expect, test } from 'vitest';
import type { Locale } from '#lib/locale.ts';
import { addOnName, addOnsToStore, checkAddOns, viewOrderedAddOns } from './rules.ts';

const copy = { id: 'copy', name: 'Paper copy', description: '', unitPrice: 300, charged: 'counted', maxQuantity: 3 } as const;
const proof = { ...copy, id: 'proof', name: 'Proofreading', charged: 'perUnit', maxQuantity: 1 } as const;
const offer = { addOns: [copy, proof] };
const five = { units: 5, price: 5_000 };
const one = { units: 1, price: 1_000 };
const getErrors = (chosen: Parameters<typeof checkAddOns>[1]) =>
  checkAddOns(offer, chosen, five).errors.map(({ path, message: { id, values } }) => [path.join('.'), id, values?.maximum]);

describe('add-ons of a line', () => {
  test('chosen: at the price of the shop, as often as they are charged', () => {
    expect(
      checkAddOns(
        offer,
        [
          { id: 'copy', quantity: 3 },
          { id: 'proof', quantity: 1 },
        ],
        five,
      ),
    ).toEqual({
      addOns: [
        { id: 'copy', name: 'Paper copy', unitPrice: 300, quantity: 3 },
        { id: 'proof', name: 'Proofreading', unitPrice: 300, quantity: 5 },
      ],
      errors: [],
    });
  });

  test.each([
    ['unknown', [{ id: 'gone', quantity: 1 }], [['addOns.0.id', 'line.addOn', undefined]]],
    [
      'listed twice',
      [
        { id: 'copy', quantity: 1 },
        { id: 'copy', quantity: 1 },
      ],
      [['addOns.1.id', 'line.addOnTwice', undefined]],
    ],
    ['none of it', [{ id: 'copy', quantity: 0 }], [['addOns.0.quantity', 'line.addOnQuantity', 3]]],
    ['one too many', [{ id: 'copy', quantity: 4 }], [['addOns.0.quantity', 'line.addOnQuantity', 3]]],
  ] as const)('%s: refused by name, and not charged', (_title, chosen, errors) => {
    expect(getErrors(chosen)).toEqual(errors);
    expect(checkAddOns(offer, chosen, five).addOns).toHaveLength(chosen.length - errors.length);
  });

  test('offer without add-ons: each is unknown', () => {
    expect(checkAddOns({}, [{ id: 'copy', quantity: 1 }], one).errors).toHaveLength(1);
    expect(checkAddOns({}, [], one)).toEqual({ addOns: [], errors: [] });
  });
});

describe('stored add-ons', () => {
  const words = { en: 'Paper copy', es: 'Copia en papel', jp: '紙のコピー' };
  const services = [
    { type: 1, addOns: [{ id: 'other', name: words }] },
    { type: 2, addOns: [{ id: 'copy', name: words }] },
  ] as unknown as Parameters<typeof addOnsToStore>[0]['services'];
  const line = (serviceType: number) => ({ offer: { serviceType }, addOns: [{ id: 'copy', name: 'Papier', unitPrice: 300, quantity: 2 }] });

  test('of the service: with its name in every language', () => {
    expect(addOnsToStore({ services }, line(2), 'es')).toEqual([{ id: 'copy', name: words, quantity: 2, unitPrice: 300 }]);
  });

  test.each([1, 3])('of another service, %i: with the name in the language of the order', (service) => {
    expect(addOnsToStore({ services }, line(service), 'es')).toMatchObject([{ name: { es: 'Papier' } }]);
  });

  test.each([
    [words, 'en', 'Paper copy'],
    [words, 'jp', '紙のコピー'],
    [{ es: 'Copia' }, 'en', 'Copia'],
    [{ en: 'Copy' }, 'es', 'Copy'],
    [words, 'fr', 'Paper copy'],
    [{}, 'en', 'copy'],
    // A language of the shop's own, which it may no longer have.
    [{ fr: 'Copie' }, 'en', 'Copie'],
    [{ es: 'Copia', en: 'Copy' }, 'fr', 'Copy'],
  ] as const)('named %j, shown in %s: %s', (name, locale, shown) => {
    expect(addOnName({ id: 'copy', name, quantity: 1, unitPrice: 1 } as Parameters<typeof addOnName>[0], locale as Locale)).toBe(shown);
  });

  test('none: absent from the view', () => {
    expect([viewOrderedAddOns(null, 'en'), viewOrderedAddOns([], 'en')]).toEqual([{}, {}]);
    expect(viewOrderedAddOns([{ id: 'copy', name: words, quantity: 2, unitPrice: 300 }], 'es')).toEqual({
      addOns: [{ id: 'copy', name: 'Copia en papel', quantity: 2, unitPrice: 300 }],
    });
  });
});
