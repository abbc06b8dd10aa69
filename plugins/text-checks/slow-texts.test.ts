// The work that adversarial texts cause, as counts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import en from 'dictionary-en';
import es from 'dictionary-es';
import nspell from 'nspell';
import { describe, expect, test } from 'vitest';
import { randomTexts, repeatedTexts, TEXT_CHARS } from '../../tests/support/corpus.ts';
import { createGrammarCheck, readGrammar } from './grammar/grammar.ts';
import { splitTextChunks } from './pieces.ts';
import { createBoundedSpeller } from './spelling.ts';
import { checkContent } from './text-checker.ts';

const MAX_FINDINGS = 200;
const MAX_SUGGESTED = 30;

const checked = async (text: string, language: 'en' | 'es' | 'ja') => {
  const brief = {
    pieceId: 'p',
    offerId: 'content-checker-automatic',
    quantity: 1,
    platform: null,
    ordered: undefined,
    instructions: undefined,
    language,
    locale: 'en' as const,
    answers: { text, checks: [] },
    dueAt: '2026-05-12T09:30:00Z',
    madeAt: '2026-05-11T09:30:00Z',
    others: [],
  };
  return (await checkContent(brief)).report;
};
const checkGrammar = async (text: string, language: 'en' | 'es' | 'ja') =>
  (await checked(text, language)).checks.find(({ name }) => name === 'grammar')?.say;

describe('adversarial text', () => {
  test.for([...repeatedTexts, ...randomTexts])(
    '$name ($language): few findings, and few words with suggestions',
    async ({ text: whole, language }) => {
      // A part of the text is enough.
      const text = whole.slice(0, 3_000).toWellFormed();
      const { checks } = await checked(text, language);
      for (const { findings } of checks) expect(findings.length).toBeLessThanOrEqual(MAX_FINDINGS);
      const suggested = new Set(
        checks.flatMap(({ name, findings }) =>
          name === 'spelling'
            ? findings.flatMap(({ from, to, suggestions }) => (suggestions.length > 0 ? [text.slice(from, to)] : []))
            : [],
        ),
      );
      expect(suggested.size).toBeLessThanOrEqual(MAX_SUGGESTED);
    },
  );

  test.for(repeatedTexts)('$name ($language): the grammar check reads at most 40 characters', ({ text }) => {
    expect(text).toHaveLength(TEXT_CHARS);
    const given = [...splitTextChunks(text)].reduce((sum, piece) => sum + piece.text.length, 0);
    expect(given).toBeLessThanOrEqual(40);
  });
});

describe('ordinary text of 20,000 characters', () => {
  test('Japanese: the grammar check reads all of it', async () => {
    const corpus = join(import.meta.dirname, '../policy-gate/corpus/training/natural.jp.txt');
    const lines = readFileSync(corpus, 'utf8').split('\n');
    const text = lines
      .filter((line) => !line.startsWith('#'))
      .join('\n')
      .slice(0, TEXT_CHARS);
    expect(text).toHaveLength(TEXT_CHARS);
    expect(await checkGrammar(text, 'ja')).toMatchObject({ code: 'grammar.found' });
  });
});

describe('text over the time limit', () => {
  test('the report has the findings and the number of characters read', async () => {
    const text = 'Teh bread. '.repeat(2_000);
    const [first, second] = [...splitTextChunks(text)];
    let pieces = 0;
    const read = await readGrammar(
      text,
      async ({ toPlace }) => [{ ...toPlace({ from: 0, to: 3 }), kind: 'grammar', text: 'x', suggestions: [] }],
      () => pieces++ < 2,
    );
    // A repeated sentence is not treated as a short pattern.
    expect(first?.text.length).toBeGreaterThan(900);
    expect(createGrammarCheck(read)).toMatchObject({
      state: 'look',
      say: { code: 'grammar.partly', values: { characters: second?.readTo, count: 2 } },
      findings: [{ from: 0 }, { from: first?.readTo }],
    });
  });
});

describe('suggestions for an unusual word', () => {
  const createSpeller = ({ aff, dic }: typeof en) => nspell(Buffer.from(aff), Buffer.from(dic));
  const spellers = { en: createSpeller(en), es: createSpeller(es) };
  test.for([
    ['en', 'éüñà'],
    ['en', 'qxzjk'],
    ['en', 'qxzwkj'],
    ['en', 'XQZWKJVB'],
    ['en', 'xQzWkJv'],
    ['en', 'qxzwkjvbdg'],
    ['es', 'éüñà'],
    ['es', 'qxzwkjv'],
  ] as const)('%s %s: at most 130 candidates get a second round', ([language, word]) => {
    const speller = spellers[language];
    const { flags } = speller as typeof speller & { flags: { TRY: readonly string[] } };
    const letters = flags.TRY;
    let rounds = 0;
    const counting = {
      get: () => {
        rounds++;
        return letters;
      },
    };
    const counted = Object.create(speller, { flags: { value: Object.create(flags, { TRY: counting }) } }) as typeof speller;
    createBoundedSpeller(counted)(word);
    expect(rounds).toBeGreaterThan(0);
    expect((rounds - 1) * Math.max((10 - word.length) ** 3, 1)).toBeLessThanOrEqual(130);
  });

  test('a misspelled word in capitals: suggestions in capitals', () => {
    expect(createBoundedSpeller(spellers.en)('RECIEVE')).toContain('RECEIVE');
  });
});
