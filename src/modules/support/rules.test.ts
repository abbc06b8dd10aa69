import { describe, expect, test } from 'vitest';
import {
  COOKIE_SECONDS,
  createTicketKey,
  createTicketNumber,
  fillCanned,
  findUnknownPlaceholder,
  getKeyExpiry,
  getWaitsSinceAfter,
  isFromProgram,
  isTicketKey,
  isTicketNumber,
  KEY_BYTES,
  parseSearchText,
  searchWords,
  TICKET_NUMBER_BYTES,
} from './rules.ts';

describe('ticket number', () => {
  test.each([
    [[0, 0, 0, 0, 0, 0], 'T-000000'],
    [[31, 63, 95, 127, 159, 255], 'T-ZZZZZZ'],
    [[1, 10, 17, 18, 19, 20], 'T-1AHJKM'],
    [[21, 22, 26, 27, 32, 224], 'T-NPTV00'],
  ])('%j is %s', (random, number) => expect(createTicketNumber(Uint8Array.from(random))).toBe(number));

  test('it uses 32 characters evenly, without similar ones', () => {
    const all = Array.from({ length: 256 }, (_, byte) => createTicketNumber(Uint8Array.of(byte)).slice(2));
    const counts = Object.values(Object.groupBy(all, (character) => character)).map((same) => same?.length);
    expect(counts).toEqual(Array.from({ length: 32 }, () => 8));
    expect(all.join('')).not.toMatch(/[ILOUa-z]/);
  });

  test('it has more than a billion values', () => expect(32 ** TICKET_NUMBER_BYTES).toBeGreaterThan(1_000_000_000));

  test.each([
    ['T-7K2Q9M', true],
    ['T-000000', true],
    ['T-7K2Q9', false],
    ['T-7K2Q9MM', false],
    ['xT-7K2Q9M', false],
    ['t-7k2q9m', false],
    ['T-7K2Q9U', false],
    ['F-7K2Q9M', false],
    ['', false],
  ])('%j is one: %s', (text, is) => expect(isTicketNumber(text)).toBe(is));
});

test.each([
  [{}, false],
  [{ website: undefined }, false],
  [{ website: '' }, false],
  [{ website: '  ' }, false],
  [{ website: 'https://spam.example' }, true],
  [{ website: '0' }, true],
])('hidden field %j: sent by a program is %s', (request, program) => expect(isFromProgram(request)).toBe(program));

describe('key of a ticket', () => {
  const key = '0123456789abcdefghjkmnpqrs';

  test('random bytes: as many letters in lower case, of 130 bits', () => {
    expect(createTicketKey(Uint8Array.from([10, 31, 32, 63]))).toBe('az0z');
    expect(KEY_BYTES * Math.log2(32)).toBe(130);
  });

  test.each([
    [key, true],
    [createTicketKey(Uint8Array.from({ length: KEY_BYTES }, (_, index) => index * 9)), true],
    [key.toUpperCase(), false],
    [key.slice(1), false],
    [`${key}0`, false],
    [`${key.slice(1)}u`, false],
    [`${key}\n`, false],
    ['', false],
  ])('%j is one: %s', (text, is) => expect(isTicketKey(text)).toBe(is));

  test.each([
    ['reply', '2026-06-11T09:30:00.000Z'],
    ['link', '2026-06-11T09:30:00.000Z'],
    ['cookie', '2026-05-12T21:30:00.000Z'],
  ] as const)('for a %s: valid until %s', (use, until) => {
    expect(getKeyExpiry(use, new Date('2026-05-12T09:30:00Z')).toISOString()).toBe(until);
  });

  test('cookie: the browser keeps it as long as its key is valid', () => {
    const now = new Date('2026-05-12T09:30:00Z');
    expect(COOKIE_SECONDS * 1_000).toBe(getKeyExpiry('cookie', now).getTime() - now.getTime());
  });
});

describe('since when a ticket waits for an answer', () => {
  const before = new Date('2026-05-12T09:30:00Z');
  const now = new Date('2026-05-13T10:00:00Z');
  test.each([
    ['is opened again', 'closed', before, 'open', now],
    ['gets another message', 'open', before, 'open', before],
    ['was open without a time', 'open', null, 'open', now],
    ['is answered', 'open', before, 'waiting', null],
    ['is closed', 'waiting', null, 'closed', null],
  ] as const)('ticket that %s', (_, status, waitsSince, to, since) => {
    expect(getWaitsSinceAfter({ status, waitsSince }, to, now)).toEqual(since);
  });
});

describe('canned answers', () => {
  test.each([
    ['Dear {name}, about {number}. {operator}', 'tickets', undefined],
    ['Dear {name}, {discount}', 'tickets', 'discount'],
    ['{service} by {due}', 'tickets', 'service'],
    ['{service} by {due}: {link}', 'pieces', undefined],
    ['{price}', 'pieces', 'price'],
    ['No placeholder', 'tickets', undefined],
  ] as const)('%j for %s: unknown placeholder %s', (text, use, unknown) => expect(findUnknownPlaceholder(text, use)).toBe(unknown));

  test('a text that needs a missing value is none', () => {
    expect(fillCanned('By {due}.', { due: null })).toBeUndefined();
    expect(fillCanned('Soon.', { due: null })).toBe('Soon.');
  });

  test('filled once: a value that looks like a placeholder stays as it is', () => {
    const values = { name: '{operator}', number: 'T-7K2Q9M', operator: 'Mira' };
    expect(fillCanned('Dear {name}, {number} is done. {operator}', values)).toBe('Dear {operator}, T-7K2Q9M is done. Mira');
  });
});

describe('search terms', () => {
  test.each<[string, readonly string[]]>([
    ['', []],
    ['…, — !', []],
    ['Lost PASSWORD, lost', ['lost', 'password']],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', ['full', 'width']],
    ['contraseña perdida', ['contraseña', 'perdida']],
    // Without spaces between the words, pairs of letters are the words.
    ['返金', ['返金']],
    ['返金方法', ['返金', '金方', '方法']],
    ['猫', ['猫']],
    ['Tシャツ2枚', ['シャ', 'ャツ', '枚', 't', '2']],
    ['x'.repeat(50), ['x'.repeat(40)]],
  ])('%j: %j', (text, words) => expect(searchWords(text)).toEqual(words));

  test('a very long text: 2,000 of them', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));
    expect(searchWords(numbers(2_100).join(' '))).toEqual(numbers(2_000));
    // One word without spaces has them all at once.
    const letters = Array.from({ length: 4_000 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    expect(searchWords(letters.join(''))).toHaveLength(2_000);
  });

  test.each<[string, ReturnType<typeof parseSearchText>]>([
    [' t-7k2q9m ', { by: 'number', value: 'T-7K2Q9M' }],
    ['f-7k2q9m4d', { by: 'order', value: 'F-7K2Q9M4D' }],
    ['Anna@Shop.Example', { by: 'address', value: 'anna@shop.example' }],
    ['ａｎｎａ@', { by: 'address', value: 'anna@' }],
    ['t-7k2q9', { by: 'words', value: "'t':* & '7k2q9':*" }],
    ["it's lost", { by: 'words', value: "'it':* & 's':* & 'lost':*" }],
    [' … ', undefined],
    ['', undefined],
  ])('search for %j: %o', (typed, search) => expect(parseSearchText(typed)).toEqual(search));
});
