// Edits the home page, the questions, the menus and the company at the desk: each is a file with versions of
// its own. Drafts pass the same checks as files. Loaded lazily.
import { parse } from 'yaml';
import type { Operator } from '#lib/people/operator.ts';
import type { ContentName } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import { isSame } from '#lib/yaml/merge.ts';
import { createErrorBuilder, isFaults, type SourceFault } from '#lib/yaml/source.ts';
import type { DbClient } from '#platform/database/database.ts';
import { threadAt } from '#platform/paths.ts';
import { lockFolder } from '../queries.ts';
import { createReader } from '../reading.ts';
import { createFormError, nothingChanged } from '../rules.ts';
import type { ShopContent } from '../source/content.ts';
import { contentReasons } from '../source/errors.ts';
import { defaultMenus, MENUS_FILE } from '../source/menus.ts';
import { currentTexts, formatStamp, textsAt, versionNumber, writeTexts } from '../versions.ts';
import { describeContentError } from './form-errors.ts';
import type { CompanyDraft, ContentDraft, ContentDrafts, HomeDraft, LinkDraft, QuestionDraft } from './shapes.ts';
import type { ContentRead, ContentWork } from './thread.ts';

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

const draftOf = (name: ContentName, text: string): ContentDraft =>
  ({ name, text: (draftsOf[name] as (yaml: unknown) => object)(parse(text)) }) as ContentDraft;

/** The menus have a default instead of a file. */
const readText = (files: ReadonlyMap<string, { readonly text: string }>, name: ContentName): string =>
  files.get(contentFile(name))?.text ?? (name === 'menus' ? defaultMenus() : '');

export async function openContentText(of: DbClient, name: ContentName): Promise<{ readonly draft: ContentDraft; readonly number: number }> {
  const now = await currentTexts(of, 'content');
  return { draft: draftOf(name, readText(now, name)), number: versionNumber(now, contentFile(name)) };
}

export async function contentAt(of: DbClient, { name, number }: { name: ContentName; number: number }): Promise<ContentDraft> {
  const text = (await textsAt(of, 'content', [contentFile(name)], number)).get(contentFile(name));
  if (text === undefined) throw new UserError(404);
  return draftOf(name, text);
}

/** `stamp`: the versions of all files that the draft was checked against. */
export type PreparedContent = { readonly content: ShopContent; readonly text: string; readonly stamp: string };

const read = createReader<ContentWork, ContentRead>(threadAt('src/modules/texts/content/thread.ts'));

/** Checks a draft. Saves nothing. Call outside of a transaction: parsing waits for a worker thread.
 * `isPage`: whether the shop has the page of a path, which depends on the catalogue. */
export async function makeContent(of: DbClient, draft: ContentDraft, isPage: (path: string) => boolean): Promise<PreparedContent> {
  const now = await currentTexts(of, 'content');
  const file = contentFile(draft.name);
  const files = new Map([...[...now.values()].map(({ file, text }) => [file, text] as const), [file, readText(now, draft.name)]]);
  // A key without a value is removed from the file. A company that an owner entered is no sample.
  const tree = { ...draftsOf[draft.name](draft.text as never), ...(draft.name === 'company' ? { sample: false } : {}) };
  const outcome = await read({ files, file, draft: tree }, undefined);
  if (isFaults(outcome)) throw createFormError(outcome.map(describeContentError));
  const errors = draft.name === 'menus' ? unknownPages(draft.text, isPage) : draft.name === 'company' ? sampleCountry(draft.text) : [];
  if (errors.length > 0) throw createFormError(errors.map(describeContentError));
  return { ...outcome, stamp: formatStamp(now) };
}

function unknownPages({ header, columns }: ContentDrafts['menus'], isPage: (path: string) => boolean): SourceFault[] {
  const error = createErrorBuilder(contentReasons, MENUS_FILE, () => 1);
  const faultsOf = (links: readonly LinkDraft[], path: readonly PropertyKey[]): SourceFault[] =>
    links.flatMap(({ to }, index) =>
      to.startsWith('/') && !isPage(to) ? [error([...path, index, 'to'], 'link-unknown', { target: to })] : [],
    );
  return [...faultsOf(header, ['header']), ...columns.flatMap(({ links }, index) => faultsOf(links, ['columns', index, 'links']))];
}

/** ZZ is no country: the sample has it. */
const sampleCountry = ({ country }: CompanyDraft): SourceFault[] =>
  country === 'ZZ' ? [createErrorBuilder(contentReasons, contentFile('company'), () => 1)(['country'], 'sample-country')] : [];

type SaveContentOptions = {
  readonly made: PreparedContent;
  readonly draft: ContentDraft;
  readonly from: number;
  readonly why: string;
  readonly by: Operator;
  readonly at: Date;
};
type SavedContent = { readonly saved: false; readonly isOld: boolean } | { readonly saved: true; readonly number: number };

/** Saves the draft as the current version. Fails if a newer version exists. */
export async function saveContent(tx: DbClient, { made, draft, from, why, by, at }: SaveContentOptions): Promise<SavedContent> {
  await lockFolder(tx, 'content');
  const now = await currentTexts(tx, 'content');
  const file = contentFile(draft.name);
  if (versionNumber(now, file) !== from) return { saved: false, isOld: false };
  if (formatStamp(now) !== made.stamp) return { saved: false, isOld: true };
  if (isSame(draftOf(draft.name, readText(now, draft.name)).text, draft.text)) throw nothingChanged();
  await writeTexts(tx, { folder: 'content', files: [{ file, text: made.text }], by, why, at });
  // Not `from` + 1: the versions of a file that was removed count too.
  return { saved: true, number: versionNumber(await currentTexts(tx, 'content'), file) };
}
