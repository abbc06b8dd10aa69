// The owner's rule file, shop/policy-gate.yaml: its shape, and the rules that it gives.
import * as z from 'zod/mini';
import type { PolicyRules } from './gate.ts';
import type { Side, VocabularyEntry, WordRole } from './vocabulary.ts';

const word = z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(60, 'is too long for a word'));
const list = z.array(word);
const createLanguagesShape = <S extends z.ZodMiniType>(shape: S) => z.strictObject({ en: shape, es: shape, jp: shape });
const sides = createLanguagesShape(z.strictObject({ before: list, after: list, beside: list }));
const reach = createLanguagesShape(z.int().check(z.gte(0), z.lte(100)));
const group = z.strictObject({ reach, ...sides.shape });

const ruleShape = z.strictObject({
  counted: z.boolean(),
  things: createLanguagesShape(list),
  deeds: createLanguagesShape(list),
  phrases: createLanguagesShape(list),
});
const name = z.string().check(z.regex(/^[a-z]+$/, 'must be small letters'));
const shape = z.strictObject({
  platforms: z.array(
    z.strictObject({
      key: word,
      since: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a date, such as 2026-01-31')),
      source: z.url({ protocol: /^https$/, error: 'must be an https:// address' }),
      stops: z.array(name).check(z.minLength(1)),
    }),
  ),
  rules: z.record(name, ruleShape),
  words: z.strictObject({
    getting: group,
    asking: group,
    faking: group,
    negation: group,
    about: group,
    work: group,
    turn: group,
    owned: group,
    plain: group,
  }),
});
type PolicySource = z.output<typeof shape>;

/** What is wrong between the parts of a file whose parts are right. */
function findReportErrors({ value, issues }: z.core.ParsePayload<PolicySource>): void {
  if (issues.length > 0) return;
  const report = (path: PropertyKey[], message: string) => issues.push({ code: 'custom', path, message, input: value });
  value.platforms.forEach(({ key, stops }, index) => {
    if (value.platforms.findIndex((each) => each.key === key) < index) report(['platforms', index, 'key'], `${key} is there twice`);
    stops.forEach((rule, at) => {
      if (!Object.hasOwn(value.rules, rule)) report(['platforms', index, 'stops', at], `there is no rule "${rule}"`);
    });
  });
  for (const { path, text } of listSourceEntries(value))
    if (!listAlternatives(text)) report([...path], `"${text}" is not closed: like(|s) stands for like and likes`);
}

export const policyRules = z.pipe(
  shape.check(findReportErrors),
  z.transform(
    (value): PolicyRules => ({
      platforms: value.platforms,
      entries: listSourceEntries(value).flatMap(({ path: _, text, ...entry }) =>
        (listAlternatives(text) ?? []).map((each): VocabularyEntry => ({ ...entry, text: each })),
      ),
    }),
  ),
);

type SourceEntry = VocabularyEntry & { readonly path: readonly PropertyKey[] };
const languages = ['en', 'es', 'jp'] as const;
const kinds = { things: 'thing', deeds: 'deed', phrases: 'phrase' } as const;

/** Each word with its role and position. */
function listSourceEntries({ rules, words }: PolicySource): SourceEntry[] {
  const ofRules = Object.entries(rules).flatMap(([rule, each]) =>
    (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) =>
      languages.flatMap((language) =>
        each[kind][language].map((text, at): SourceEntry => {
          const path = ['rules', rule, kind, language, at];
          return { path, text, role: kinds[kind], side: 'beside', reach: 0, rule, counted: each.counted };
        }),
      ),
    ),
  );
  const ofWords = (Object.keys(words) as (keyof typeof words & WordRole)[]).flatMap((role) =>
    languages.flatMap((language) =>
      (Object.keys(words[role][language]) as Side[]).flatMap((side) =>
        words[role][language][side].map((text, at): SourceEntry => {
          const path = ['words', role, language, side, at];
          return { path, text, role, side, reach: words[role].reach[language] };
        }),
      ),
    ),
  );
  return [...ofRules, ...ofWords];
}

/** Expands Like(|s) to like and likes; undefined if a bracket is not closed. */
function listAlternatives(text: string): string[] | undefined {
  const parts = /^([^()|]*)\(([^()]*)\)(.*)$/.exec(text);
  if (!parts) return /[()|]/.test(text) ? undefined : [text];
  const rest = listAlternatives(parts[3] ?? '');
  return rest && (parts[2] ?? '').split('|').flatMap((each) => rest.map((end) => (parts[1] ?? '') + each + end));
}
