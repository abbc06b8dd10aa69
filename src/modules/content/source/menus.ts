// Checks the menus: the links of header and footer.
import * as z from 'zod/mini';
import { isHttpsAddress } from '#lib/https-address.ts';
import { isLanguageTag } from '#lib/language-names.ts';
import { isBuiltIn, type Locale } from '#lib/locale.ts';
import { getPath } from '#lib/url-path.ts';
import { ownerWordsShape } from '#lib/words/owner-words-shape.ts';
import { createErrorBuilder, type Parsed, type SourceError } from '#lib/yaml/source.ts';
import { href, matchPage, type PageName, pageRow } from '../../../pages.ts';
import { contentReasons } from './errors.ts';

export const MENUS_FILE = 'menus.yaml';

const MAX_HEADER_LINKS = 8;
const MAX_COLUMNS = 3;
const MAX_COLUMN_LINKS = 12;

/** A page that a link may lead to: neither one of a mailed link, nor one that needs a number. */
function isListedPage(target: string): boolean {
  const name = pageOf(target);
  if (!name) return false;
  const { unlisted, workshop, endless } = pageRow(name);
  return !unlisted && !workshop && !endless;
}

/** Links in the owner's texts lead to pages of the shop. */
export const isOwnPage = (target: string): boolean => pageOf(target) !== undefined;

const pageOf = (target: string): PageName | undefined => (target.startsWith('/') ? matchPage(getPath(target))?.name : undefined);

const languageShape = z.pipe(
  z.string().check(z.refine((tag) => isBuiltIn(tag) || isLanguageTag(tag), 'must be a language, such as en or pt-BR')),
  z.transform((tag) => tag as Locale),
);

const links = z.array(
  z.strictObject({
    to: z
      .string()
      .check(
        z.refine(
          (target) => isListedPage(target) || isHttpsAddress(target),
          'must be a page of the shop, such as /services, or an address that begins with https://',
        ),
      ),
    label: ownerWordsShape,
    languages: z.optional(z.array(languageShape).check(z.minLength(1, 'must name a language, or be left out'))),
  }),
);

export const menusShape = z.strictObject({
  header: links.check(z.minLength(1), z.maxLength(MAX_HEADER_LINKS)),
  columns: z
    .array(z.strictObject({ title: ownerWordsShape, links: links.check(z.minLength(1), z.maxLength(MAX_COLUMN_LINKS)) }))
    .check(z.minLength(1), z.maxLength(MAX_COLUMNS)),
  note: z.optional(ownerWordsShape),
});

/** Pages that nothing else on every page leads to. */
const neededPages = [
  'services',
  'contact',
  'termsAndConditions',
  'privacyPolicy',
  'cookiesPolicy',
  'refundPolicy',
] as const satisfies PageName[];

export function findMenuErrors({ value: { header, columns }, findLine }: Parsed<z.output<typeof menusShape>>): SourceError[] {
  const error = createErrorBuilder(contentReasons, `shop/${MENUS_FILE}`, findLine);
  const inEveryLanguage = [header, ...columns.map((column) => column.links)].flat().filter(({ languages }) => !languages);
  const linked = new Set(inEveryLanguage.map(({ to }) => pageOf(to)));
  return neededPages.filter((name) => !linked.has(name)).map((name) => error(['columns'], 'link-missing', { target: href(name) }));
}
