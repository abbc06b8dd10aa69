// The owner's settings: taxes, deposits, support, withdrawal, reminders and the policy gate. The modules that
// obey them check them.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatSourceError, isSourceErrors, type Source, type SourceError, type Sources } from '#lib/yaml/source.ts';
import { StartError } from '#platform/config/config.ts';
import type { DbClient } from '#platform/database/database.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { toSources } from './sources.ts';
import { type FileKind, getCurrentContent, getValues, getVersionNumber } from './versions.ts';

/** Each has versions of its own. */
const settingFiles = ['tax.yaml', 'money.yaml', 'support.yaml', 'withdrawal.yaml', 'reminders.yaml', 'policy-gate.yaml'] as const;
type SettingFile = (typeof settingFiles)[number];

/** What the files say. A shop without a list of forbidden requests has no gate. */
type ParsedSettings = { readonly [File in Exclude<SettingFile, 'policy-gate.yaml'>]: object } & { readonly 'policy-gate.yaml'?: object };
export type SettingParsers<V extends ParsedSettings> = {
  readonly [File in keyof V]: (source: Source) => Promise<NonNullable<V[File]> | readonly SourceError[]>;
};

/** The product's own file stands in for one that the owner does not have. */
export async function readDefaultSetting(file: SettingFile): Promise<Source | undefined> {
  if (file === 'policy-gate.yaml') return undefined;
  const { readDefault } = await import('./source/read-files.ts');
  return readDefault('settings', file);
}

/** A running shop must not obey half of its settings: throws all errors. */
async function parseAll<V extends ParsedSettings>(files: Sources, parsers: SettingParsers<V>): Promise<V> {
  const errors: SourceError[] = [];
  const values: Partial<Record<string, object>> = {};
  for (const [file, source] of files) {
    // Nothing in this shop reads a file without a parser.
    const value = await parsers[file as SettingFile]?.(source);
    if (value && isSourceErrors(value)) errors.push(...value);
    else if (value) values[file] = value;
  }
  if (errors.length > 0) throw new StartError(errors.map(formatSourceError));
  return values as V;
}

export const createSettingKind = <V extends ParsedSettings>(parsers: SettingParsers<V>): FileKind => ({
  folder: 'settings',
  hash: (shopFolder) => hashInputs(shopFolder, settingFiles),
  async read(shopFolder) {
    const { readSources } = await import('./source/read-files.ts');
    const there = settingFiles.filter((file) => existsSync(join(shopFolder, file)));
    const texts = await Promise.all(there.map(async (file) => [file, await readFile(join(shopFolder, file), 'utf8')] as const));
    return readSources('settings', new Map(texts));
  },
  check: (files) => parseAll(files, parsers),
});

/** `taxVersion`: 0 if no version is stored. */
export type SettingsNow<V> = { readonly values: V; readonly taxVersion: number };

/** The current settings. */
export async function readSettings<V extends ParsedSettings>(of: DbClient, parsers: SettingParsers<V>): Promise<SettingsNow<V>> {
  const stored = await getCurrentContent(of, 'settings');
  const now = toSources('settings', getValues(stored));
  const files = await Promise.all(settingFiles.map(async (file) => [file, now.get(file) ?? (await readDefaultSetting(file))] as const));
  const values = await parseAll(new Map(files.flatMap(([file, source]) => (source ? [[file, source] as const] : []))), parsers);
  return { values, taxVersion: getVersionNumber(stored, 'tax.yaml') };
}
