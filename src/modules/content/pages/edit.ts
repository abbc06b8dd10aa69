// Edits the home page, the questions, the menus and the company at the desk: each is a file with versions of
// its own. Drafts pass the same checks as files. Loaded lazily.
import type { ContentName } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import { isSame, mergeValue } from '#lib/yaml/merge.ts';
import { createErrorBuilder, isSourceErrors, type SourceError } from '#lib/yaml/source.ts';
import type { DbClient } from '#platform/database/database.ts';
import { withMenus } from '../pages.ts';
import { lockFolder } from '../queries.ts';
import { createFormError, nothingChanged } from '../rules.ts';
import type { ContentValue } from '../shapes.ts';
import { contentReasons } from '../source/errors.ts';
import { MENUS_FILE } from '../source/menus.ts';
import { parseContent, type ShopContent } from '../source/pages.ts';
import { toSources } from '../sources.ts';
import {
  currentContent,
  formatStamp,
  getValues,
  type Saved,
  type SaveOptions,
  contentAt as valuesAt,
  versionNumber,
  writeContent,
} from '../versions.ts';
import { describeContentError } from './form-errors.ts';
import type { CompanyDraft, ContentDraft, ContentDrafts, HomeDraft, LinkDraft, QuestionDraft } from './shapes.ts';

export const contentFile = (name: ContentName): string => `${name}.yaml`;

type Drafts = { readonly [Name in ContentName]: (yaml: never) => ContentDrafts[Name] };

/** What a file may leave out has a value in the form. */
const draftsOf = {
  home: ({ title, description, blocks }: HomeDraft) => ({
    title,
    description,
    blocks: blocks.map((block) => (block.kind === 'hero' ? { ...block, facts: block.facts ?? [] } : block)),
  }),
  faq: ({ groups, questions }: ContentDrafts['faq']) => ({
    groups,
    questions: groups.flatMap(({ id }) => questions.filter(({ group }) => group === id)).map(questionOf),
  }),
  menus: ({ header, columns, note }: ContentDrafts['menus']) => ({ header, columns, note }),
  company: ({ sample: _, ...company }: CompanyDraft & { readonly sample?: boolean }) => company,
} satisfies Drafts;

const questionOf = ({ id, group, home = false, question, answer }: QuestionDraft): QuestionDraft => ({ id, group, home, question, answer });

const draftOf = (name: ContentName, value: ContentValue): ContentDraft =>
  ({ name, text: (draftsOf[name] as (value: unknown) => object)(value) }) as ContentDraft;

type Current = ReadonlyMap<string, { readonly value: ContentValue }>;

/** The menus have a default instead of a file. */
async function findValue(now: Current, name: ContentName): Promise<ContentValue> {
  const value = now.get(contentFile(name))?.value;
  if (value || name !== 'menus') return value ?? {};
  return (await withMenus(new Map())).get(MENUS_FILE)?.value as ContentValue;
}

export async function openContentText(of: DbClient, name: ContentName): Promise<{ readonly draft: ContentDraft; readonly number: number }> {
  const now = await currentContent(of, 'content');
  return { draft: draftOf(name, await findValue(now, name)), number: versionNumber(now, contentFile(name)) };
}

export async function contentAt(of: DbClient, { name, number }: { name: ContentName; number: number }): Promise<ContentDraft> {
  const value = (await valuesAt(of, 'content', [contentFile(name)], number)).get(contentFile(name));
  if (value === undefined) throw new UserError(404);
  return draftOf(name, value);
}

/** `stamp`: the versions of all files that the draft was checked against. */
export type PreparedContent = { readonly content: ShopContent; readonly value: ContentValue; readonly stamp: string };

/** Checks a draft. Saves nothing. `isPage`: whether the shop has the page of a path, which depends on the
 * catalogue. */
export async function makeContent(of: DbClient, draft: ContentDraft, isPage: (path: string) => boolean): Promise<PreparedContent> {
  const now = await currentContent(of, 'content');
  // A company that an owner entered is no sample.
  const typed = { ...draftsOf[draft.name](draft.text as never), ...(draft.name === 'company' ? { sample: false } : {}) };
  const value = mergeValue(await findValue(now, draft.name), typed);
  const content = parseContent(await withMenus(toSources('content', new Map([...getValues(now), [contentFile(draft.name), value]]))));
  const errors = isSourceErrors(content)
    ? content
    : draft.name === 'menus'
      ? unknownPages(draft.text, isPage)
      : draft.name === 'company'
        ? sampleCountry(draft.text)
        : [];
  if (isSourceErrors(content) || errors.length > 0) throw createFormError(errors.map(describeContentError));
  return { content, value, stamp: formatStamp(now) };
}

function unknownPages({ header, columns }: ContentDrafts['menus'], isPage: (path: string) => boolean): SourceError[] {
  const error = createErrorBuilder(contentReasons, MENUS_FILE, () => 1);
  const getErrors = (links: readonly LinkDraft[], path: readonly PropertyKey[]): SourceError[] =>
    links.flatMap(({ to }, index) =>
      to.startsWith('/') && !isPage(to) ? [error([...path, index, 'to'], 'link-unknown', { target: to })] : [],
    );
  return [...getErrors(header, ['header']), ...columns.flatMap(({ links }, index) => getErrors(links, ['columns', index, 'links']))];
}

/** ZZ is no country: the sample has it. */
const sampleCountry = ({ country }: CompanyDraft): SourceError[] =>
  country === 'ZZ' ? [createErrorBuilder(contentReasons, contentFile('company'), () => 1)(['country'], 'sample-country')] : [];

/** Saves the draft as the current version. Fails if a newer version exists. */
export async function saveContent(
  tx: DbClient,
  { made, draft, from, why, by, at }: SaveOptions<PreparedContent, ContentDraft>,
): Promise<Saved> {
  await lockFolder(tx, 'content');
  const now = await currentContent(tx, 'content');
  const file = contentFile(draft.name);
  if (versionNumber(now, file) !== from) return { saved: false, isOld: false };
  if (formatStamp(now) !== made.stamp) return { saved: false, isOld: true };
  if (isSame(draftOf(draft.name, await findValue(now, draft.name)).text, draft.text)) throw nothingChanged();
  await writeContent(tx, { folder: 'content', files: [{ file, value: made.value }], by, why, at });
  // Not `from` + 1: the versions of a file that was removed count too.
  return { saved: true, number: versionNumber(await currentContent(tx, 'content'), file) };
}
