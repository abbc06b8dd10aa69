// The home page, the questions, the menus and the company as the desk edits them: each is a file with
// versions of its own. Loaded lazily.
import type { ContentName } from '#lib/rendering.ts';
import { createErrorBuilder, isSourceErrors, type SourceError } from '#lib/yaml/source.ts';
import { type EditedKind, type EditedShape, toForm, toStored, type Values } from './edit.ts';
import { withMenus } from './pages.ts';
import { describeContentError } from './pages-errors.ts';
import type { ContentValue } from './shapes.ts';
import { type ContentText, contentTextShapes } from './shapes-pages.ts';
import { contentReasons } from './source/errors.ts';
import { MENUS_FILE } from './source/menus.ts';
import { parseContent, type ShopContent } from './source/pages.ts';
import { toSources } from './sources.ts';

const getFile = (name: ContentName): string => `${name}.yaml`;

const getShape = (name: ContentName): EditedShape => ({
  shape: contentTextShapes[name],
  inFileOnly: name === 'company' ? ['sample'] : [],
});

/** The menus have a default instead of a file. */
const findValue = async (name: ContentName, stored: Values): Promise<ContentValue | undefined> =>
  stored.get(getFile(name)) ?? (name === 'menus' ? ((await withMenus(new Map())).get(MENUS_FILE)?.value as ContentValue) : undefined);

/** `isPage`: whether the shop has the page of a path, which depends on the catalogue. */
export const createContentKind = (isPage: (path: string) => boolean): EditedKind<ContentName, ContentText, ShopContent> => ({
  folder: 'content',
  files: (name) => [getFile(name)],
  async read(name, stored) {
    const value = await findValue(name, stored);
    return value && (toForm(getShape(name), value) as ContentText);
  },
  async write(name, text, stored) {
    const value = toStored(getShape(name), (await findValue(name, stored)) ?? {}, text);
    // A company that an owner entered is no sample.
    return new Map([[getFile(name), name === 'company' ? { ...value, sample: false } : value]]);
  },
  async check(name, values) {
    const content = parseContent(await withMenus(toSources('content', values)));
    if (isSourceErrors(content)) return content;
    const errors =
      name === 'menus' ? listUnknownPageErrors(content.menus, isPage) : name === 'company' ? sampleCountry(content.company) : [];
    return errors.length > 0 ? errors : content;
  },
  describe: (_, error) => describeContentError(error),
});

type Links = ShopContent['menus']['header'];

function listUnknownPageErrors({ header, columns }: ShopContent['menus'], isPage: (path: string) => boolean): SourceError[] {
  const error = createErrorBuilder(contentReasons, MENUS_FILE, () => 1);
  const getErrors = (links: Links, path: readonly PropertyKey[]): SourceError[] =>
    links.flatMap(({ to }, index) =>
      to.startsWith('/') && !isPage(to) ? [error([...path, index, 'to'], 'link-unknown', { target: to })] : [],
    );
  return [...getErrors(header, ['header']), ...columns.flatMap(({ links }, index) => getErrors(links, ['columns', index, 'links']))];
}

/** ZZ is no country: an empty shop begins with it. */
const sampleCountry = ({ country }: ShopContent['company']): SourceError[] =>
  country === 'ZZ' ? [createErrorBuilder(contentReasons, getFile('company'), () => 1)(['country'], 'sample-country')] : [];
