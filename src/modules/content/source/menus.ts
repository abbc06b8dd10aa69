// Checks the menus: the links of header and footer.
import { createErrorBuilder, type Parsed, type SourceError } from '#lib/yaml/source.ts';
import { href, type PageName } from '../../../pages.ts';
import { type ContentTexts, findPage } from '../shapes-pages.ts';
import { contentReasons } from './errors.ts';

export const MENUS_FILE = 'menus.yaml';

/** Pages that nothing else on every page leads to. */
const neededPages = [
  'services',
  'contact',
  'termsAndConditions',
  'privacyPolicy',
  'cookiesPolicy',
  'refundPolicy',
] as const satisfies PageName[];

export function findMenuErrors({ value: { header, columns }, findLine }: Parsed<ContentTexts['menus']>): SourceError[] {
  const error = createErrorBuilder(contentReasons, `shop/${MENUS_FILE}`, findLine);
  const inEveryLanguage = [header, ...columns.map((column) => column.links)].flat().filter(({ languages }) => !languages);
  const linked = new Set(inEveryLanguage.map(({ to }) => findPage(to)));
  return neededPages.filter((name) => !linked.has(name)).map((name) => error(['columns'], 'link-missing', { target: href(name) }));
}
