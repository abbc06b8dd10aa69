// Edits a policy at the desk: all languages get the next version and today's date, because customers agree to
// a version. Loaded lazily.
import { type BuiltInLocale, builtInLocales } from '#lib/locale.ts';
import type { PolicyName } from '#lib/rendering.ts';
import type { SourceError } from '#lib/yaml/source.ts';
import type { DbClient } from '#platform/database/database.ts';
import { getThreadUrl } from '#platform/paths.ts';
import type { PolicyForm } from './desk-shapes.ts';
import type { EditedKind } from './edit.ts';
import type { PoliciesRead, PoliciesWork } from './policies-thread.ts';
import { getHighestVersion } from './queries.ts';
import { createReader } from './reading.ts';
import { withLineEnd } from './rules.ts';
import type { PolicyValue } from './shapes-policies.ts';
import { getPolicyFile, type PolicySources, type PolicyTexts } from './source/policies.ts';

const getFiles = (name: PolicyName): string[] => builtInLocales.map((locale) => getPolicyFile(name, locale));

type Drafting = { readonly sources: PolicySources; readonly day: string };

/** Parsing waits for a worker thread, so drafts are prepared outside of a transaction. */
export const createPolicyKind = (of: DbClient, { sources, day }: Drafting): EditedKind<PolicyName, PolicyForm, PolicyTexts> => ({
  folder: 'policies',
  files: getFiles,
  async read(name, stored) {
    const values = getFiles(name).map((file) => stored.get(file) as PolicyValue | undefined);
    const texts = builtInLocales.map((locale, index) => [locale, values[index] && withoutLineEnd(values[index])]);
    return values.includes(undefined) ? undefined : (Object.fromEntries(texts) as PolicyForm);
  },
  async write(name, text) {
    // Always above the highest version ever used, in files or at the desk.
    const version = (await getHighestVersion(of, 'policies', getFiles(name))) + 1;
    const toValue = (locale: BuiltInLocale) => ({ ...withLineEnd(text[locale]), updated: day, version });
    return new Map(builtInLocales.map((locale) => [getPolicyFile(name, locale), toValue(locale)]));
  },
  check: (_, values) => readAll({ values, sources }, undefined),
  describe: describePolicyError,
  getVersion: (name, values) => (values.get(getPolicyFile(name, 'en')) as PolicyValue).version,
});

const withoutLineEnd = (value: PolicyValue): PolicyValue => ({ ...value, markdown: (value.markdown ?? '').trim() });

const readAll = createReader<PoliciesWork, PoliciesRead>(getThreadUrl('src/modules/content/policies-thread.ts'));

function describePolicyError(name: PolicyName, { file, line, path = 'markdown', reason }: SourceError) {
  const locale = builtInLocales.find((each) => file.endsWith(`/${getPolicyFile(name, each)}`));
  const sentence = `${file.replace(/^.*\//, '')}, line ${line}: ${reason}`;
  return { field: locale && `text.${locale}.${path}`, place: '', sentence };
}
