// Edits a policy at the desk: all languages get the next version and today's date, because customers agree to
// a version.
// Drafts pass the same checks as files. Loaded lazily.
import { parse } from 'yaml';
import { type BuiltInLocale, builtInLocales } from '#lib/locale.ts';
import { splitFrontMatter } from '#lib/markdown/front-matter.ts';
import type { Operator } from '#lib/people/operator.ts';
import type { PolicyName, ShopTexts } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import { writeYaml } from '#lib/yaml/edit.ts';
import { isFaults, type SourceFault } from '#lib/yaml/source.ts';
import type { DbClient } from '#platform/database/database.ts';
import { threadAt } from '#platform/paths.ts';
import type { OldPolicy, PolicyDetails, PolicyDraft, PolicyPreview } from './desk-shapes.ts';
import type { PoliciesRead, PoliciesWork } from './policies-thread.ts';
import { highestVersion, lockFolder } from './queries.ts';
import { createReader } from './reading.ts';
import { createTextError, nothingChanged } from './rules.ts';
import { type PolicySources, policyFile } from './source/policies.ts';
import { currentTexts, formatStamp, type OwnerFile, type OwnerText, textsAt, writeTexts } from './versions.ts';

type Head = { readonly title: string; readonly description: string; readonly updated: string; readonly version: number };
type Typed = PolicyDraft['texts'][BuiltInLocale];

const exportFiles = (name: PolicyName): string[] => builtInLocales.map((locale) => policyFile(name, locale));
const inAll = <T>(make: (locale: BuiltInLocale) => T): Record<BuiltInLocale, T> =>
  Object.fromEntries(builtInLocales.map((locale) => [locale, make(locale)])) as Record<BuiltInLocale, T>;

export async function openPolicy(of: DbClient, name: PolicyName): Promise<Omit<PolicyDetails, 'versions'>> {
  const texts = await currentTexts(of, 'policies');
  const { number } = readText(texts, name, 'en');
  const { version, updated } = headOf(readText(texts, name, 'en').text);
  return { name, number, version, updated, texts: inAll((locale) => typedOf(readText(texts, name, locale).text)) };
}

/** An old version: rendered, and as source text to edit again. */
export async function policyAt(
  of: DbClient,
  sources: PolicySources,
  { name, number }: { name: PolicyName; number: number },
): Promise<OldPolicy> {
  const old = await textsAt(of, 'policies', exportFiles(name), number);
  if (old.size < builtInLocales.length) throw new UserError(404);
  const at = (locale: BuiltInLocale): string => old.get(policyFile(name, locale)) ?? '';
  const now = await currentTexts(of, 'policies');
  return { ...(await read(withDraft(now, name, at), sources, name)), typed: inAll((locale) => typedOf(at(locale))) };
}

type Drafting = { readonly sources: PolicySources; readonly draft: PolicyDraft; readonly day: string };

/** `stamp`: the versions of all policies that it was checked against. */
export type PreparedPolicy = { readonly preview: PolicyPreview; readonly files: readonly OwnerFile[]; readonly stamp: string };

/** Parses and checks a draft, with its next version and date. Saves nothing.
 * Call outside of a transaction: parsing waits for a worker thread. */
export async function makePolicy(of: DbClient, { sources, draft, day }: Drafting): Promise<PreparedPolicy> {
  const now = await currentTexts(of, 'policies');
  const textFor = await draftSource(of, now, { draft, day });
  const preview = await read(withDraft(now, draft.name, textFor), sources, draft.name);
  const files = builtInLocales.map((locale) => ({ file: policyFile(draft.name, locale), text: textFor(locale) }));
  return { preview, files, stamp: formatStamp(now) };
}

type SavePolicyOptions = {
  readonly made: PreparedPolicy;
  readonly draft: PolicyDraft;
  readonly from: number;
  readonly why: string;
  readonly by: Operator;
  readonly at: Date;
};
type Saved =
  | { readonly saved: false; readonly isOld: boolean }
  | { readonly saved: true; readonly number: number; readonly before: number; readonly after: number };

/** Saves the draft as the current version. Fails if a newer version exists. */
export async function savePolicy(tx: DbClient, { made, draft, from, why, by, at }: SavePolicyOptions): Promise<Saved> {
  await lockFolder(tx, 'policies');
  const now = await currentTexts(tx, 'policies');
  const before = readText(now, draft.name, 'en');
  if (before.number !== from) return { saved: false, isOld: false };
  if (formatStamp(now) !== made.stamp) return { saved: false, isOld: true };
  if (builtInLocales.every((locale) => isAs(readText(now, draft.name, locale).text, draft.texts[locale]))) throw nothingChanged();
  await writeTexts(tx, { folder: 'policies', files: made.files, by, why, at });
  return { saved: true, number: from + 1, before: headOf(before.text).version, after: made.preview.version };
}

type Current = ReadonlyMap<string, OwnerText>;

function readText(texts: Current, name: PolicyName, locale: BuiltInLocale): OwnerText {
  const text = texts.get(policyFile(name, locale));
  if (!text) throw new Error(`policy text ${policyFile(name, locale)} is missing`);
  return text;
}

const headOf = (text: string): Head => parse(splitFrontMatter(text).head) as Head;

function typedOf(text: string): Typed {
  const { title, description } = headOf(text);
  return { title, description, markdown: splitFrontMatter(text).markdown };
}

const isAs = (text: string, { title, description, markdown }: Typed): boolean => {
  const now = typedOf(text);
  return now.title === title && now.description === description && now.markdown.trimEnd() === markdown.trimEnd();
};

/** Always above the highest version ever used, in files or at the desk. */
async function draftSource(of: DbClient, now: Current, { draft: { name, texts }, day }: Pick<Drafting, 'draft' | 'day'>) {
  const version = (await highestVersion(of, 'policies', exportFiles(name))) + 1;
  return (locale: BuiltInLocale): string => {
    const { title, description, markdown } = texts[locale];
    const head = writeYaml(splitFrontMatter(readText(now, name, locale).text).head, { title, description, updated: day, version });
    return `---\n${head.trim()}\n---\n${markdown.trimEnd()}\n`;
  };
}

/** All policies, with this one's texts replaced. */
const withDraft = (now: Current, name: PolicyName, own: (locale: BuiltInLocale) => string): ReadonlyMap<string, string> =>
  new Map([
    ...[...now.values()].map(({ file, text }) => [file, text] as const),
    ...builtInLocales.map((locale) => [policyFile(name, locale), own(locale)] as const),
  ]);

const readAll = createReader<PoliciesWork, PoliciesRead>(threadAt('src/modules/texts/policies-thread.ts'));

async function read(files: ReadonlyMap<string, string>, sources: PolicySources, name: PolicyName): Promise<PolicyPreview> {
  const policies = await readAll({ files, sources }, undefined);
  if (isFaults(policies)) throw toFormError(policies, files, name);
  const own: ShopTexts['policies'][PolicyName] = policies[name];
  const { version, updated } = own.en;
  return { version, updated, texts: builtInLocales.map((locale) => ({ locale, title: own[locale].title, html: own[locale].html })) };
}

/** Line numbers count from the Markdown's first line, as the editor shows it. */
function toFormError(faults: readonly SourceFault[], files: ReadonlyMap<string, string>, name: PolicyName): UserError {
  return createTextError(
    faults.map((fault) => {
      const { file, path, line } = fault;
      const locale = builtInLocales.find((each) => file.endsWith(`/${policyFile(name, each)}`));
      const { firstLine } = splitFrontMatter(files.get(file.replace('shop/policies/', '')) ?? '');
      const place = path === 'title' || path === 'description' ? path : 'markdown';
      const at = path === undefined ? Math.max(1, line - firstLine + 1) : line;
      return { fault: { ...fault, line: at }, field: locale && `texts.${locale}.${place}` };
    }),
  );
}
