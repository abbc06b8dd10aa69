import { describe, expect, onTestFinished, test } from 'vitest';
import { locales, setLanguages } from '#lib/locale.ts';
import { getMessageText, parseBriefFindings, parseDeliveryFindings, withKinds, withMakers } from './rules.ts';

const brief = { questions: [{ name: 'topic', kind: 'text' }] } as const;
const finding = { field: 'topic', outcome: 'refuse', message: { en: 'Name a film.' } };

describe('what a plugin finds in a brief', () => {
  test.each<[string, unknown]>([
    ['nothing', []],
    ['a refusal', [finding]],
    ['a review, with the words that it is about', [{ ...finding, outcome: 'review', quote: 'q'.repeat(120) }]],
    ['a message in other languages too', [{ ...finding, message: { en: 'Name a film.', es: 'Diga una película.' } }]],
    ['the longest message', [{ ...finding, message: { en: 'm'.repeat(500) } }]],
    ['a hundred findings', Array.from({ length: 100 }, () => finding)],
  ])('%s: taken as it is', (_, answer) => expect(parseBriefFindings(answer, brief)).toEqual(answer));

  test.each<[string, unknown, string]>([
    ['no list', { findings: [] }, 'answers no findings: the answer: '],
    ['nothing at all', undefined, 'answers no findings: the answer: '],
    ['too many findings', Array.from({ length: 101 }, () => finding), 'answers no findings: the answer: '],
    ['another question', [{ ...finding, field: 'tone' }], 'answers no findings: "tone" is no question of the brief'],
    ['an unknown outcome', [{ ...finding, outcome: 'accept' }], 'answers no findings: 0.outcome: '],
    ['no English message', [{ ...finding, message: { es: 'Diga una película.' } }], 'answers no findings: 0.message.en: '],
    ['an empty message', [finding, { ...finding, message: { en: '  ' } }], 'answers no findings: 1.message.en: must not be empty'],
    [
      'an empty message in another language',
      [{ ...finding, message: { en: 'a', es: '' } }],
      'answers no findings: 0.message.es: must not be',
    ],
    ['too long a message', [{ ...finding, message: { en: 'm'.repeat(501) } }], 'answers no findings: 0.message.en: '],
    ['too long a quote', [{ ...finding, quote: 'q'.repeat(121) }], 'answers no findings: 0.quote: '],
    ['more than it may', [{ ...finding, price: 1 }], 'answers no findings: 0: '],
    [
      'messages in 51 languages',
      [{ ...finding, message: Object.fromEntries(['en', ...Array(50).keys()].map((locale) => [locale, 'm'])) }],
      'answers no findings: 0.message: ',
    ],
    ['another prototype in place of a list', JSON.parse('{"__proto__": [], "length": 1}'), 'answers no findings: the answer: '],
  ])('%s: refused, with what is wrong', (_, answer, error) => {
    const found = parseBriefFindings(answer, brief);
    expect(found).toBeTypeOf('string');
    expect(found.slice(0, error.length)).toBe(error);
  });

  test('signs that cannot be stored: removed', () => {
    const found = parseBriefFindings([{ ...finding, message: { en: 'Name\0 a \ud800film.', es: '\u0007Una.' }, quote: 'a\0b' }], brief);
    expect(found).toEqual([{ ...finding, message: { en: 'Name a \ufffdfilm.', es: 'Una.' }, quote: 'ab' }]);
    expect(parseBriefFindings([{ ...finding, message: { en: '\0' } }], brief)).toMatch(/must not be empty$/);
  });

  test('one lost question among others: refused', () => {
    expect(parseBriefFindings([finding, { ...finding, field: 'tone' }], brief)).toContain('"tone"');
    expect(parseBriefFindings([finding], { questions: [{ name: 'tone', kind: 'text' }, ...brief.questions] })).toEqual([finding]);
  });
});

test.each<[string, unknown, unknown]>([
  ['nothing', [], []],
  ['advice, without the spaces around it', [{ message: ' Too fast. ', state: 'look' }], [{ message: 'Too fast.', state: 'look' }]],
  [
    'an error of a file',
    [{ message: 'Overlaps.', state: 'wrong', file: 'en.srt', quote: '00:01' }],
    [{ message: 'Overlaps.', state: 'wrong', file: 'en.srt', quote: '00:01' }],
  ],
  ['an unknown state', [{ message: 'a', state: 'fine' }], expect.stringMatching(/^answers no findings: 0\.state: ./)],
  ['an empty message', [{ message: '', state: 'look' }], 'answers no findings: 0.message: must not be empty'],
  [
    'signs that cannot be stored',
    [{ message: 'a\0b', state: 'look', file: 'a\0', quote: '\0' }],
    [{ message: 'ab', state: 'look', file: 'a', quote: '' }],
  ],
  ['a file of a million letters', [{ message: 'a', state: 'look', file: 'f'.repeat(1e6) }], expect.stringMatching(/0\.file: /)],
  ['no list', null, expect.stringMatching(/^answers no findings: the answer: ./)],
])('findings of a plugin in a delivery: %s', (_, answer, findings) => expect(parseDeliveryFindings(answer)).toEqual(findings));

test('message: in the language, in the first one of the shop, or in English', () => {
  const message = { en: 'Name a film.', es: 'Diga una película.' };
  expect([getMessageText(message, 'es'), getMessageText(message, 'jp'), getMessageText({ en: 'a' }, 'es')]).toEqual([
    message.es,
    message.en,
    'a',
  ]);
});

test('message in a shop of another first language: in that, or in English', () => {
  setLanguages(locales, 'es');
  onTestFinished(() => setLanguages(locales));
  expect([getMessageText({ en: 'a', es: 'b' }, 'jp'), getMessageText({ en: 'a' }, 'jp')]).toEqual(['b', 'a']);
});

describe('services of kinds', () => {
  const service = (production: object, delivers = 'document') => ({ delivers, production }) as unknown as Service;
  type Service = Parameters<typeof withKinds>[0]['services'][number];
  const kinds = [
    { name: 'films:notes', label: 'Notes' },
    { name: 'films:subtitles', label: 'Subtitles', maker: 'films:sheet', delivers: ['files', 'document'] },
  ] as unknown as Parameters<typeof withKinds>[1];
  const served = (one: Service) => {
    const [{ delivers, production } = one] = withKinds({ services: [one] }, kinds).services;
    return [delivers, production.maker];
  };

  test.each<[string, object, readonly unknown[]]>([
    ['of content', {}, ['document', undefined]],
    ['of a kind that no plugin has', { kind: 'films:gone', maker: 'own' }, ['document', 'own']],
    ['of a kind', { kind: 'films:subtitles' }, ['files', 'films:sheet']],
    ['of a kind, with its own maker', { kind: 'films:subtitles', maker: 'own' }, ['files', 'own']],
    ['of a kind, with its own way to show deliveries', { kind: 'films:subtitles', delivers: 'document' }, ['document', 'films:sheet']],
    ['of a kind that names nothing', { kind: 'films:notes' }, ['document', undefined]],
  ])('service %s: its way to show deliveries and its maker', (_, production, expected) => {
    expect(served(service(production))).toEqual(expected);
  });

  test('the rest of the catalogue stays', () => {
    const catalogue = { version: 'v1', services: [service({}), service({ kind: 'films:subtitles' })] };
    expect(withKinds(catalogue, kinds)).toMatchObject({ version: 'v1', services: [{ delivers: 'document' }, { delivers: 'files' }] });
  });
});

describe('automatic offers', () => {
  const sold = (maker: string | undefined, isInstant: boolean) =>
    ({ services: [{ type: 1, production: { maker } }], offers: [{ serviceType: 1, isInstant }] }) as unknown as Parameters<
      typeof withMakers
    >[0];

  test.each<[string, string | undefined, boolean, readonly string[], boolean]>([
    ['with their maker, named without its plugin', 'checker', true, ['checks:checker'], true],
    ['with their maker, named with its plugin', 'checks:checker', true, ['checks:checker'], true],
    ['of a maker that no plugin has', 'checker', true, [], false],
    ['of a maker that drafts', 'checker', true, ['checks:other'], false],
    ['of no maker', undefined, true, ['checks:checker'], false],
  ])('%s', (_, maker, isInstant, instantMakers, expected) => {
    expect(withMakers(sold(maker, isInstant), instantMakers).offers[0]?.isInstant).toBe(expected);
  });

  test('an offer that is none stays none', () => {
    expect(withMakers(sold('checker', false), ['checks:checker']).offers[0]?.isInstant).toBe(false);
  });
});
