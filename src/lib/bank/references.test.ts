// References with check digits, and the QR code that carries one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderQrSvg } from '../qr.ts';
import { formatEpcQr } from './epc-qr.ts';
import { createKid, createRfReference, findRfReferences, isIban, isKid, isRfReference } from './references.ts';

const wrongDigits = (text: string) =>
  [...text].flatMap((char, at) => (/\d/.test(char) ? [`${text.slice(0, at)}${(Number(char) + 1) % 10}${text.slice(at + 1)}`] : []));

describe('RF', () => {
  test('the check digits are those of ISO 11649', () => {
    expect(createRfReference('539007547034')).toBe('RF18539007547034');
    expect(createRfReference('INV-2026-000123')).toMatch(/^RF\d{2}INV2026000123$/);
    expect(isRfReference('rf18 5390 0754 7034')).toBe(true);
    expect(isRfReference('RF19539007547034')).toBe(false);
    expect(() => createRfReference('x'.repeat(22))).toThrow('no RF reference');
    expect(() => createRfReference('–')).toThrow('no RF reference');
  });

  test('each reference made is valid, and no longer so with one wrong digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{1,21}$/), (text) => {
        const reference = createRfReference(text);
        return isRfReference(reference) && wrongDigits(reference).every((wrong) => !isRfReference(wrong));
      }),
    );
  });

  test('references are found in running text, whatever follows in groups of four', () => {
    expect(findRfReferences('Paid RF18 5390 0754 7034 for MAY 2026, rf18539007547034.')).toEqual(['RF18539007547034', 'RF18539007547034']);
    expect(findRfReferences('RF19 5390 0754 7034')).toEqual([]);
    expect(findRfReferences('RF12 '.repeat(100_000))).toEqual([]);
  });
});

describe('KID', () => {
  test('the check digit is the one that the bank computes', () => {
    expect(createKid('1234567', { length: 8, modulus: 'mod10' })).toBe('12345674');
    expect(createKid('12345678', { length: 9, modulus: 'mod11' })).toBe('123456785');
    expect(createKid(42, { length: 7, modulus: 'mod10' })).toBe('0000422');
  });

  test.each(['mod10', 'mod11'] as const)('%s: each KID made is valid, and no longer so with one wrong digit', (modulus) => {
    const rule = { length: 10, modulus };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (number) => {
        const kid = createKid(number, rule);
        return kid.length === 10 && isKid(kid, rule) && wrongDigits(kid).every((wrong) => !isKid(wrong, rule));
      }),
    );
    expect(() => createKid(1_000_000_000, rule)).toThrow('no KID of 10 digits');
    expect(isKid('1234', rule)).toBe(false);
  });

  test('MOD11 writes ten as a dash', () => {
    const dashed = Array.from({ length: 100 }, (_, n) => createKid(n, { length: 5, modulus: 'mod11' })).filter((kid) => kid.endsWith('-'));
    expect(dashed.length).toBeGreaterThan(3);
    expect(dashed.every((kid) => isKid(kid, { length: 5, modulus: 'mod11' }))).toBe(true);
  });
});

describe('QR code of a credit transfer', () => {
  const transfer = { name: 'Loaf Ltd', iban: 'DE89 3704 0044 0532 0130 00', bic: '', total: { amount: 12_305, currency: 0 } };

  test('the text follows the European standard, with a reference or with words', () => {
    const lines = ['BCD', '002', '1', 'SCT', '', 'Loaf Ltd', 'DE89370400440532013000', 'EUR123.05', ''];
    expect(formatEpcQr({ ...transfer, reference: 'RF18 5390 0754 7034' })).toBe([...lines, 'RF18539007547034'].join('\n'));
    expect(formatEpcQr({ ...transfer, reference: 'INV-2026-000123' })).toBe([...lines, '', 'INV-2026-000123'].join('\n'));
    expect(formatEpcQr({ ...transfer, reference: `a\nb${'é'.repeat(300)}` })).toBeUndefined();
  });

  test.each([
    ['another currency', { total: { amount: 100, currency: 4 } }],
    ['nothing to pay', { total: { amount: 0, currency: 0 } }],
    ['an account with a wrong digit', { iban: 'DE88370400440532013000' }],
    ['a payee without a name', { name: ' ' }],
  ])('there is none for %s', (_, change) => {
    expect(formatEpcQr({ ...transfer, reference: '', ...change })).toBeUndefined();
    expect(isIban('DE88370400440532013000')).toBe(false);
  });

  test('the picture is one path of dark squares on white', () => {
    const svg = renderQrSvg(formatEpcQr({ ...transfer, reference: 'RF18539007547034' }) ?? '');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \1" .*<path d="(M\d+ \d+h1v1h-1z)+"\/><\/svg>$/);
  });
});
