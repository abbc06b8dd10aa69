import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { formatYaml } from '#lib/yaml/edit.ts';
import { mergeValue, type Tree } from '#lib/yaml/merge.ts';
import { parseYaml } from '#lib/yaml/parse.ts';
import { isSourceErrors } from '#lib/yaml/source.ts';
import { changedBytes, expectSteadyWork, randomRuns, readCorpus } from '../support/corpus.ts';

const inputs = readCorpus('yaml');
const anything = z.unknown();
const strict = z.strictObject({ name: z.string().check(z.maxLength(20)), list: z.optional(z.array(z.int())) });

function expectParsed(bytes: Buffer): void {
  const text = bytes.toString();
  const lines = text.split('\n').length;
  for (const shape of [anything, strict]) {
    const parsed = parseYaml('a.yaml', text, shape as z.ZodMiniType);
    if (!isSourceErrors(parsed)) {
      expect(parsed.findLine(['name', 'x', 0])).toBeLessThanOrEqual(lines);
      continue;
    }
    expect(parsed.length).toBeGreaterThan(0);
    for (const { file, line, reason } of parsed) {
      expect([file, Number.isInteger(line), line >= 1, line <= lines + 1]).toEqual(['a.yaml', true, true, true]);
      expect(reason).toMatch(/^[^\n]+$/);
    }
  }
}

describe('YAML of the shop', () => {
  test.for(inputs)('$name: a value, or errors with their lines', ({ name, bytes }) => {
    expectParsed(bytes);
    const parsed = parseYaml('a.yaml', bytes.toString(), anything);
    expect(isSourceErrors(parsed) ? 'errors' : 'ok').toBe(name.split('-')[0]);
  });

  test('any changes of them: the same', () => {
    const meaningful = [
      '- ',
      ': ',
      '\n',
      '  ',
      '{',
      '}',
      '[',
      ']',
      '&a ',
      '*a',
      '!!',
      '|',
      '>',
      '"',
      "'",
      '#',
      '? ',
      '%',
      '\t',
      '\0',
      '---',
      '...',
      '<<: ',
    ];
    fc.assert(fc.property(changedBytes(inputs, meaningful), expectParsed), randomRuns);
  });

  test('any new values, written into a file: read, they are the same, and the others are unchanged', () => {
    const value = fc.jsonValue({ maxDepth: 3 }).filter((each) => each !== null);
    const good = inputs.filter(({ name }) => name.startsWith('ok-map'));
    fc.assert(
      fc.property(fc.constantFrom(...good), fc.dictionary(fc.constantFrom('name', 'list', 'more'), value), ({ bytes }, wanted) => {
        const text = bytes.toString();
        const written = formatYaml(mergeValue(parse(text) as Tree, wanted));
        const clean = JSON.parse(JSON.stringify({ ...(parse(text) as object), ...wanted })) as unknown;
        // JSON has no -0.
        expect(JSON.parse(JSON.stringify(parse(written)))).toEqual(clean);
      }),
      randomRuns,
    );
  });

  const pieces = ['[', '{', '- ', '? ', 'a: ', '\n', ' ', '"', '&a ', '*a ', '#', '|\n', '!!x ', '[]\n', 'a: b\n', '- - ', '\t', '%'];
  test.for(pieces)('%j many times: the work grows with the length', async (piece) => {
    await expectSteadyWork((text) => parseYaml('a.yaml', text, anything), piece, 500);
  });
});
