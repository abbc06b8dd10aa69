// Checks what pages show beside brand and policies: company, questions, home page, menus and samples.

import { basename } from 'node:path';
import type * as z from 'zod/mini';
import { localeNames } from '#lib/locale.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { checkSource } from '#lib/yaml/check.ts';
import {
  createErrorBuilder,
  createSource,
  formatSourceError,
  isSourceErrors,
  type Parsed,
  type SourceError,
  type Sources,
} from '#lib/yaml/source.ts';
import { StartError } from '#platform/config/config.ts';
import { type ContentTexts, contentTextShapes, isOwnPage } from '../shapes-pages.ts';
import { contentReasons } from './errors.ts';
import { findHomeErrors, parseSample } from './home.ts';
import { findMenuErrors, MENUS_FILE } from './menus.ts';

export type ShopContent = Omit<ShopTexts, 'brand' | 'policies' | 'calendar'>;

/** Number of questions on the home page. */
const HOME_QUESTIONS = 4;

/** A shop without menus of its own has those of the default shop, which `withMenus` adds. */
export function parseContent(files: Sources): ShopContent | readonly SourceError[] {
  const errors: SourceError[] = [];
  const parseFile = <S extends z.ZodMiniType>(name: string, shape: S) => {
    const outcome = checkSource(files.get(name) ?? createSource(`shop/${name}`, null), shape);
    if (!isSourceErrors(outcome)) return outcome;
    errors.push(...outcome);
    return undefined;
  };
  const company = parseFile('company.yaml', contentTextShapes.company)?.value;
  const faq = parseFile('faq.yaml', contentTextShapes.faq);
  if (faq) errors.push(...findQuestionErrors(faq));
  const home = parseFile('home.yaml', contentTextShapes.home);
  if (home) errors.push(...findHomeErrors(home));
  const menus = parseFile(MENUS_FILE, contentTextShapes.menus);
  if (menus) errors.push(...findMenuErrors(menus));
  const samples: Record<string, ShopTexts['samples'][string]> = {};
  for (const [name, source] of files) {
    if (!name.startsWith('samples/')) continue;
    const sample = parseSample(source);
    if (isSourceErrors(sample)) errors.push(...sample);
    else samples[basename(name, '.yaml')] = sample;
  }
  if (errors.length > 0 || !company || !faq || !home || !menus) return errors;
  return { company, questionGroups: faq.value.groups, questions: faq.value.questions, samples, home: home.value, menus: menus.value };
}

/** Throws all errors: a running shop must not show half of a text. */
export function readContent(files: Sources): ShopContent {
  const content = parseContent(files);
  if (isSourceErrors(content)) throw new StartError(content.map(formatSourceError));
  return content;
}

/** Of Markdown, answers support only links. */
const findLinks = (answer: string): string[] => [...answer.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);

/** Checks across entries: duplicates, unknown groups, broken links, too many questions on the home page. */
function findQuestionErrors({ value: { groups, questions }, findLine }: Parsed<ContentTexts['faq']>): SourceError[] {
  const error = createErrorBuilder(contentReasons, 'shop/faq.yaml', findLine);
  const findRepeated = (list: 'groups' | 'questions', items: readonly { readonly id: string }[]) =>
    items.flatMap(({ id }, index) =>
      items.findIndex((other) => other.id === id) < index ? [error([list, index, 'id'], 'used-twice', { value: id })] : [],
    );
  const home = questions.filter((question) => question.home).length;
  return [
    ...findRepeated('groups', groups),
    ...findRepeated('questions', questions),
    ...questions.flatMap(({ group, answer }, index) => [
      ...(groups.some((each) => each.id === group) ? [] : [error(['questions', index, 'group'], 'group-unknown', { group })]),
      ...localeNames.flatMap((locale) =>
        findLinks(localizeText(answer, locale))
          .filter((target) => !isOwnPage(target))
          .map((target) => error(['questions', index, 'answer', locale], 'link-unknown', { target })),
      ),
    ]),
    ...(home === HOME_QUESTIONS ? [] : [error(['questions'], 'home-questions', { chosen: home, wanted: HOME_QUESTIONS })]),
  ];
}
