// Briefs that train and measure the policy model, one per line in text files.
// `training` and `development` train it, cross-validation over `development` sets the thresholds, `heldout`
// only measures: never tune on it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PolicyKind, policyKinds } from '../kinds.ts';
import { type Language, languages } from '../model/features.ts';
import { createSeededRandom } from '../model/random.ts';
import { phrasings } from '../phrasings/phrasings.ts';

export type CorpusBrief = {
  readonly text: string;
  readonly language: Language;
  readonly isFake: boolean;
  readonly kind?: PolicyKind;
  /** The template, for generated briefs. */
  readonly template?: string;
};
export type CorpusPart = 'training' | 'development' | 'heldout';

const BRIEFS_PER_TEMPLATE = 40;

export function readCorpus(part: CorpusPart): CorpusBrief[] {
  return languages.flatMap((language) => [
    ...listNaturalBriefs(part, language),
    ...(part === 'training' ? [...listTemplateBriefs(language), ...listPhrasings(language)] : []),
  ]);
}

/** Hand-written briefs, one per line. */
export function listNaturalBriefs(part: CorpusPart, language: Language): CorpusBrief[] {
  return readLines(part, 'natural', language).map(({ line, ...section }) => ({ ...section, language, text: line }));
}

/** Expands `[one|another]` and `{slot}`; a line `@slot: one|another` defines a slot. */
function listTemplateBriefs(language: Language): CorpusBrief[] {
  const random = createSeededRandom(7);
  const slots = new Map<string, readonly string[]>();
  return readLines('training', 'templates', language).flatMap(({ line, ...section }) => {
    const slot = /^@(\w+): (.*)$/.exec(line);
    if (slot) {
      slots.set(slot[1] ?? '', (slot[2] ?? '').split('|'));
      return [];
    }
    const made = new Set<string>();
    for (let attempt = 0; attempt < BRIEFS_PER_TEMPLATE * 3 && made.size < BRIEFS_PER_TEMPLATE; attempt++)
      made.add(expand(line, slots, random));
    return [...made].map((text) => ({ ...section, language, text, template: line }));
  });
}

/** The phrasings that the word-list rules were written for. */
function listPhrasings(language: Language): CorpusBrief[] {
  const { stop, pass } = phrasings[language];
  return [...stop.map((text) => ({ text, language, isFake: true })), ...pass.map((text) => ({ text, language, isFake: false }))];
}

type CorpusLine = { readonly line: string; readonly isFake: boolean; readonly kind?: PolicyKind };
function readLines(part: CorpusPart, form: 'natural' | 'templates', language: Language): CorpusLine[] {
  let heading = '';
  return readFileSync(join(import.meta.dirname, part, `${form}.${language}.txt`), 'utf8')
    .split('\n')
    .flatMap((line): CorpusLine[] => {
      if (line.startsWith('## ')) heading = line.slice(3);
      if (line.trim() === '' || line.startsWith('## ')) return [];
      const kind = policyKinds.find((each) => heading === `fake ${each}`);
      return [{ line, isFake: heading.startsWith('fake'), ...(kind && { kind }) }];
    });
}

function expand(template: string, slots: ReadonlyMap<string, readonly string[]>, random: () => number): string {
  const pick = (choices: readonly string[]): string => choices[Math.floor(random() * choices.length)] ?? '';
  let text = template;
  while (/[{[]/.test(text)) {
    text = text.replace(/\{(\w+)\}/g, (_, slot: string) => pick(slots.get(slot) ?? []));
    text = text.replace(/\[([^[\]]*)\]/g, (_, choices: string) => pick(choices.split('|')));
  }
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,.?!:;])/g, '$1')
    .trim();
}
