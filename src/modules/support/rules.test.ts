import { describe, expect, test } from 'vitest';
import { isFromProgram, TICKET_NUMBER_BYTES, ticketNumber } from './rules.ts';

describe('ticket number', () => {
  test.each([
    [[0, 0, 0, 0, 0, 0], 'T-000000'],
    [[31, 63, 95, 127, 159, 255], 'T-ZZZZZZ'],
    [[1, 10, 17, 18, 19, 20], 'T-1AHJKM'],
    [[21, 22, 26, 27, 32, 224], 'T-NPTV00'],
  ])('%j is %s', (random, number) => expect(ticketNumber(Uint8Array.from(random))).toBe(number));

  test('it uses 32 characters evenly, without similar ones', () => {
    const all = Array.from({ length: 256 }, (_, byte) => ticketNumber(Uint8Array.of(byte)).slice(2));
    const counts = Object.values(Object.groupBy(all, (character) => character)).map((same) => same?.length);
    expect(counts).toEqual(Array.from({ length: 32 }, () => 8));
    expect(all.join('')).not.toMatch(/[ILOUa-z]/);
  });

  test('it has more than a billion values', () => expect(32 ** TICKET_NUMBER_BYTES).toBeGreaterThan(1_000_000_000));
});

test.each([
  [{}, false],
  [{ website: undefined }, false],
  [{ website: '' }, false],
  [{ website: '  ' }, false],
  [{ website: 'https://spam.example' }, true],
  [{ website: '0' }, true],
])('hidden field %j: sent by a program is %s', (request, program) => expect(isFromProgram(request)).toBe(program));
