// Edits a policy at the desk: all languages get the next version and today's date, because customers agree to
// a version.
// Drafts pass the same checks as files. Loaded lazily.
import { type BuiltInLocale, builtInLocales } from '#lib/locale.ts';
import type { PolicyName, ShopTexts } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import { isSourceErrors, type SourceError } from '#lib/yaml/source.ts';
import type { DbClient } from '#platform/database/database.ts';
import { threadAt } from '#platform/paths.ts';
import type { OldPolicy, PolicyDetails, PolicyDraft, PolicyPreview } from './desk-shapes.ts';
import type { PoliciesRead, PoliciesWork } from './policies-thread.ts';
import { highestVersion, lockFolder } from './queries.ts';
import { createReader } from './reading.ts';
import { createTextError, nothingChanged } from './rules.ts';
import type { ContentValue } from './shapes.ts';
import { type PolicySources, policyFile } from './source/policies.ts';
import {
  type CurrentContent,
  contentAt,
  currentContent,
  formatStamp,
  getValues,
  type NewValue,
  type Saved,
  type SaveOptions,
  writeContent,
} from './versions.ts';

type PolicyValue = {
  readonly title: string;
  readonly description: string;
  readonly updated: string;
  readonly version: number;
  readonly markdown: string;
};
type Typed = PolicyDraft['texts'][BuiltInLocale];

const exportFiles = (name: PolicyName): string[] => builtInLocales.map((locale) => policyFile(name, locale));
const inAll = <T>(make: (locale: BuiltInLocale) => T): Record<BuiltInLocale, T> =>
  Object.fromEntries(builtInLocales.map((locale) => [locale, make(locale)])) as Record<BuiltInLocale, T>;

export async function openPolicy(of: DbClient, name: PolicyName): Promise<Omit<PolicyDetails, 'versions'>> {
  const now = await currentContent(of, 'policies');
  const { number, value } = getPolicy(now, name, 'en');
  const { version, updated } = value;
  return { name, number, version, updated, texts: inAll((locale) => toTyped(getPolicy(now, name, locale).value)) };
}

/** An old version: rendered, and as source text to edit again. */
export async function policyAt(
  of: DbClient,
  sources: PolicySources,
  { name, number }: { name: PolicyName; number: number },
): Promise<OldPolicy> {
  const old = await contentAt(of, 'policies', exportFiles(name), number);
  if (old.size < builtInLocales.length) throw new UserError(404);
  const now = getValues(await currentContent(of, 'policies'));
  const typed = inAll((locale) => toTyped(old.get(policyFile(name, locale)) as PolicyValue));
  return { ...(await read(new Map([...now, ...old]), sources, name)), typed };
}

type Drafting = { readonly sources: PolicySources; readonly draft: PolicyDraft; readonly day: string };

/** `stamp`: the versions of all policies that it was checked against. */
export type PreparedPolicy = { readonly preview: PolicyPreview; readonly files: readonly NewValue[]; readonly stamp: string };

/** Parses and checks a draft, with its next version and date. Saves nothing.
 * Call outside of a transaction: parsing waits for a worker thread. */
export async function makePolicy(of: DbClient, { sources, draft, day }: Drafting): Promise<PreparedPolicy> {
  const now = await currentContent(of, 'policies');
  // Always above the highest version ever used, in files or at the desk.
  const version = (await highestVersion(of, 'policies', exportFiles(draft.name))) + 1;
  const files = builtInLocales.map((locale) => {
    const { title, description, markdown } = draft.texts[locale];
    const value = { ...getPolicy(now, draft.name, locale).value, title, description, updated: day, version };
    return { file: policyFile(draft.name, locale), value: { ...value, markdown: `${markdown.trimEnd()}\n` } };
  });
  const values = new Map([...getValues(now), ...files.map(({ file, value }) => [file, value] as const)]);
  return { preview: await read(values, sources, draft.name), files, stamp: formatStamp(now) };
}

/** The versions that customers agree to. */
type PolicyNumbers = { readonly before: number; readonly after: number };

/** Saves the draft as the current version. Fails if a newer version exists. */
export async function savePolicy(
  tx: DbClient,
  { made, draft, from, why, by, at }: SaveOptions<PreparedPolicy, PolicyDraft>,
): Promise<Saved<PolicyNumbers>> {
  await lockFolder(tx, 'policies');
  const now = await currentContent(tx, 'policies');
  const before = getPolicy(now, draft.name, 'en');
  if (before.number !== from) return { saved: false, isOld: false };
  if (formatStamp(now) !== made.stamp) return { saved: false, isOld: true };
  if (builtInLocales.every((locale) => isAs(getPolicy(now, draft.name, locale).value, draft.texts[locale]))) throw nothingChanged();
  await writeContent(tx, { folder: 'policies', files: made.files, by, why, at });
  return { saved: true, number: from + 1, before: before.value.version, after: made.preview.version };
}

type StoredPolicy = CurrentContent & { readonly value: PolicyValue };

function getPolicy(now: ReadonlyMap<string, CurrentContent>, name: PolicyName, locale: BuiltInLocale): StoredPolicy {
  const policy = now.get(policyFile(name, locale));
  if (!policy) throw new Error(`policy text ${policyFile(name, locale)} is missing`);
  return policy as StoredPolicy;
}

const toTyped = ({ title, description, markdown }: PolicyValue): Typed => ({ title, description, markdown });

const isAs = (now: PolicyValue, { title, description, markdown }: Typed): boolean =>
  now.title === title && now.description === description && now.markdown.trimEnd() === markdown.trimEnd();

const readAll = createReader<PoliciesWork, PoliciesRead>(threadAt('src/modules/content/policies-thread.ts'));

async function read(values: ReadonlyMap<string, ContentValue>, sources: PolicySources, name: PolicyName): Promise<PolicyPreview> {
  const policies = await readAll({ values, sources }, undefined);
  if (isSourceErrors(policies)) throw toFormError(policies, name);
  const own: ShopTexts['policies'][PolicyName] = policies[name];
  const { version, updated } = own.en;
  return { version, updated, texts: builtInLocales.map((locale) => ({ locale, title: own[locale].title, html: own[locale].html })) };
}

function toFormError(errors: readonly SourceError[], name: PolicyName): UserError {
  return createTextError(
    errors.map((error) => {
      const locale = builtInLocales.find((each) => error.file.endsWith(`/${policyFile(name, each)}`));
      return { error, field: locale && `texts.${locale}.${error.path ?? 'markdown'}` };
    }),
  );
}
