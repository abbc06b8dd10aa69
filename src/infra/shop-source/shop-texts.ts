// Parses the texts in shop/ (brand, company, questions, policies) strictly at start-up. Errors name file and line.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { localeNames } from '../../lib/locale.ts';
import type { ShopTexts } from '../../lib/rendering.ts';
import { faultLine, isFaults, parseYaml, type SourceFault } from '../../lib/yaml/source.ts';
import { type Config, StartFaults } from '../config/config.ts';
import { isOwnPage } from '../web/internal-links.ts';
import { parseBrand, readBrandFiles } from './brand-source.ts';
import { homeShape, readSamples } from './home-source.ts';
import { parsePolicies, readPolicyFiles } from './policy-source.ts';

const filled = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));
const words = z.strictObject({ en: filled, es: filled, jp: filled });

const companyShape = z.strictObject({
  sample: z.boolean(),
  legalName: filled,
  registrationNumber: filled,
  vatId: filled,
  street: filled,
  city: filled,
  postalCode: filled,
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters, as in ISO 3166-1')),
  representative: words,
  email: z.email(),
  phone: filled,
});

const anchor = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens'));

const faqShape = z.strictObject({
  groups: z.array(z.strictObject({ id: anchor, title: words })).check(z.minLength(1)),
  questions: z.array(z.strictObject({ id: anchor, group: anchor, home: z._default(z.boolean(), false), question: words, answer: words })),
});

/** Maximum number of questions on the home page. */
const HOME_QUESTIONS = 4;

export async function readShopTexts(folder: string, { shopUrl }: Pick<Config, 'shopUrl'>): Promise<ShopTexts> {
  const faults: SourceFault[] = [];
  const brand = take(await parseBrand(await readBrandFiles(folder)), faults);
  const company = take(await read(folder, 'company.yaml', companyShape), faults);
  const faq = take(await read(folder, 'faq.yaml', faqShape), faults);
  if (faq) faults.push(...faqFaults(faq));
  const home = take(await read(folder, 'home.yaml', homeShape), faults);
  const samples = await readSamples(join(folder, 'samples'), faults);
  const sources = brand && company && { brand, company: company.value, shopUrl };
  const policies = sources && take(parsePolicies(await readPolicyFiles(join(folder, 'policies')), sources), faults);
  if (faults.length > 0 || !sources || !faq || !policies || !home) throw new StartFaults(faults.map(faultLine));
  const { groups, questions } = faq.value;
  return { brand: sources.brand, company: sources.company, questionGroups: groups, questions, policies, samples, home: home.value };
}

const read = async <S extends z.ZodMiniType>(folder: string, name: string, shape: S) =>
  parseYaml(`shop/${name}`, await readFile(join(folder, name), 'utf8'), shape);

function take<T extends object>(parsed: T | readonly SourceFault[], faults: SourceFault[]): T | undefined {
  if (!isFaults(parsed)) return parsed;
  faults.push(...parsed);
  return undefined;
}

/** Of Markdown, answers support only links. */
const linksOf = (answer: string): string[] => [...answer.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);

/** Checks across entries: duplicate questions, unknown groups, broken links, too many questions on the home page. */
function faqFaults({
  value: { groups, questions },
  lineOf,
}: {
  value: z.output<typeof faqShape>;
  lineOf(path: readonly PropertyKey[]): number;
}): SourceFault[] {
  const fault = (index: number, key: string | readonly string[], reason: string) => {
    const path = ['questions', index, ...(typeof key === 'string' ? [key] : key)];
    return { file: 'shop/faq.yaml', line: lineOf(path), reason: `${path.join('.')}: ${reason}` };
  };
  const faults = questions.flatMap(({ id, group, answer }, index) => [
    ...(questions.findIndex((other) => other.id === id) < index ? [fault(index, 'id', `"${id}" is used twice`)] : []),
    ...(groups.some((each) => each.id === group) ? [] : [fault(index, 'group', `there is no group "${group}"`)]),
    ...localeNames.flatMap((locale) =>
      linksOf(answer[locale])
        .filter((target) => !isOwnPage(target))
        .map((target) => fault(index, ['answer', locale], `a link to "${target}", which is no page of the shop`)),
    ),
  ]);
  const home = questions.filter((question) => question.home).length;
  if (home !== HOME_QUESTIONS)
    faults.push({ file: 'shop/faq.yaml', line: 1, reason: `questions: ${home} carry home: true; the home page shows ${HOME_QUESTIONS}` });
  return faults;
}
