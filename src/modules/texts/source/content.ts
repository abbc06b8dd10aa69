// Reads what pages show beside brand and policies: company, questions, home page, menus and samples.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { localeNames } from '#lib/locale.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { textIn } from '#lib/words/owner-texts.ts';
import { ownerWordsShape } from '#lib/words/owner-words-shape.ts';
import { parseYaml } from '#lib/yaml/parse.ts';
import { createErrorBuilder, faultLine, isFaults, type Parsed, type SourceFault } from '#lib/yaml/source.ts';
import { StartFaults } from '#platform/config/config.ts';
import { contentReasons } from './errors.ts';
import { homeFaults, homeShape, parseSample } from './home.ts';
import { defaultMenus, isOwnPage, MENUS_FILE, menusFaults, menusShape } from './menus.ts';

export type ShopContent = Omit<ShopTexts, 'brand' | 'policies'>;

const filled = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));

const companyShape = z.strictObject({
  sample: z.boolean(),
  legalName: filled,
  registrationNumber: filled,
  vatId: filled,
  street: filled,
  city: filled,
  postalCode: filled,
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters, as in ISO 3166-1')),
  representative: ownerWordsShape,
  email: z.email(),
  phone: filled,
});

const anchor = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens'));

const faqShape = z.strictObject({
  groups: z.array(z.strictObject({ id: anchor, title: ownerWordsShape })).check(z.minLength(1)),
  questions: z.array(
    z.strictObject({ id: anchor, group: anchor, home: z._default(z.boolean(), false), question: ownerWordsShape, answer: ownerWordsShape }),
  ),
});

/** Number of questions on the home page. */
const HOME_QUESTIONS = 4;

/** By name: "faq.yaml", "samples/logo-design.yaml". A shop may have no samples and no menus of its own. */
export async function readContentFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const samples = (await readdir(join(folder, 'samples')).catch(() => [] as string[])).filter((name) => name.endsWith('.yaml')).sort();
  const menus = existsSync(join(folder, MENUS_FILE)) ? [MENUS_FILE] : [];
  const names = ['company.yaml', 'faq.yaml', 'home.yaml', ...menus, ...samples.map((name) => `samples/${name}`)];
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)));
}

export function parseContent(files: ReadonlyMap<string, string>): ShopContent | readonly SourceFault[] {
  const faults: SourceFault[] = [];
  const parsed = <S extends z.ZodMiniType>(name: string, shape: S) => {
    const outcome = parseYaml(`shop/${name}`, files.get(name) ?? (name === MENUS_FILE ? defaultMenus() : ''), shape);
    if (!isFaults(outcome)) return outcome;
    faults.push(...outcome);
    return undefined;
  };
  const company = parsed('company.yaml', companyShape)?.value;
  const faq = parsed('faq.yaml', faqShape);
  if (faq) faults.push(...faqFaults(faq));
  const home = parsed('home.yaml', homeShape);
  if (home) faults.push(...homeFaults(home));
  const menus = parsed(MENUS_FILE, menusShape);
  if (menus) faults.push(...menusFaults(menus));
  const samples: Record<string, ShopTexts['samples'][string]> = {};
  for (const [name, text] of files) {
    if (!name.startsWith('samples/')) continue;
    const sample = parseSample(`shop/${name}`, text);
    if (isFaults(sample)) faults.push(...sample);
    else samples[basename(name, '.yaml')] = sample;
  }
  if (faults.length > 0 || !company || !faq || !home || !menus) return faults;
  return { company, questionGroups: faq.value.groups, questions: faq.value.questions, samples, home: home.value, menus: menus.value };
}

/** Throws all faults: a running shop must not show half of a text. */
export function readContent(files: ReadonlyMap<string, string>): ShopContent {
  const content = parseContent(files);
  if (isFaults(content)) throw new StartFaults(content.map(faultLine));
  return content;
}

/** Of Markdown, answers support only links. */
const linksOf = (answer: string): string[] => [...answer.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);

/** Checks across entries: duplicates, unknown groups, broken links, too many questions on the home page. */
function faqFaults({ value: { groups, questions }, findLine }: Parsed<z.output<typeof faqShape>>): SourceFault[] {
  const error = createErrorBuilder(contentReasons, 'shop/faq.yaml', findLine);
  const repeated = (list: 'groups' | 'questions', items: readonly { readonly id: string }[]) =>
    items.flatMap(({ id }, index) =>
      items.findIndex((other) => other.id === id) < index ? [error([list, index, 'id'], 'used-twice', { value: id })] : [],
    );
  const home = questions.filter((question) => question.home).length;
  return [
    ...repeated('groups', groups),
    ...repeated('questions', questions),
    ...questions.flatMap(({ group, answer }, index) => [
      ...(groups.some((each) => each.id === group) ? [] : [error(['questions', index, 'group'], 'group-unknown', { group })]),
      ...localeNames.flatMap((locale) =>
        linksOf(textIn(answer, locale))
          .filter((target) => !isOwnPage(target))
          .map((target) => error(['questions', index, 'answer', locale], 'link-unknown', { target })),
      ),
    ]),
    ...(home === HOME_QUESTIONS ? [] : [error(['questions'], 'home-questions', { chosen: home, wanted: HOME_QUESTIONS })]),
  ];
}
