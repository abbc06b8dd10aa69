// Parses the answer times and canned answers of support.yaml.
import * as z from 'zod/mini';
import { inLocales } from '../../lib/words/owner-words-shape.ts';
import { parseYaml } from '../../lib/yaml/parse.ts';
import { isFaults, type SourceFault } from '../../lib/yaml/source.ts';
import { cannedValues, type SupportRules, unknownIn } from './rules.ts';

const FILE = 'shop/support.yaml';

const filled = z.string().check(z.trim(), z.minLength(1));
const text = filled.check(
  z.refine((each) => unknownIn(each) === undefined, `may hold {${cannedValues.join('}, {')}} and nothing else in braces`),
);
const supportShape = z.strictObject({
  firstAnswerHours: z.int().check(z.gte(1), z.lte(720)),
  canned: z.array(z.strictObject({ id: filled, title: filled, text: inLocales(text) })),
});

export function parseSupport(text: string): SupportRules | readonly SourceFault[] {
  const parsed = parseYaml(FILE, text, supportShape);
  if (isFaults(parsed)) return parsed;
  const { canned } = parsed.value;
  const twice = canned.findIndex(({ id }, index) => canned.findIndex((each) => each.id === id) < index);
  if (twice < 0) return parsed.value;
  return [{ file: FILE, line: parsed.lineOf(['canned', twice]), reason: 'canned: each id only once', path: `canned.${twice}.id` }];
}
