// The owner's settings: taxes, deposits, support, withdrawal and the policy gate. From the files in shop/, or
// the later desk version. The modules that obey them parse them.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultLine, isFaults, type SourceFault } from '#lib/yaml/source.ts';
import type { AppContext } from '#platform/app-context.ts';
import { StartFaults } from '#platform/config/config.ts';
import type { DbClient } from '#platform/database/database.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { defaultShop } from '#platform/paths.ts';
import { seenHash } from './queries.ts';
import { currentTexts, type Import, importFiles } from './versions.ts';

/** Each has versions of its own. */
const settingFiles = ['tax.yaml', 'money.yaml', 'support.yaml', 'withdrawal.yaml', 'policy-gate.yaml'] as const;
type SettingFile = (typeof settingFiles)[number];

/** What the files say. A shop without a list of forbidden requests has no gate. */
type ParsedSettings = { readonly [File in Exclude<SettingFile, 'policy-gate.yaml'>]: object } & { readonly 'policy-gate.yaml'?: object };
export type SettingParsers<V extends ParsedSettings> = {
  readonly [File in keyof V]: (text: string) => Promise<NonNullable<V[File]> | readonly SourceFault[]>;
};

type Files = ReadonlyMap<SettingFile, string>;

async function filesIn(folder: string): Promise<Files> {
  const there = settingFiles.filter((file) => existsSync(join(folder, file)));
  return new Map(await Promise.all(there.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)));
}

/** The product's own file stands in for one that the owner does not have. */
export async function defaultSetting(file: SettingFile): Promise<string | undefined> {
  return file === 'policy-gate.yaml' ? undefined : readFile(join(defaultShop, file), 'utf8');
}

/**
 * What was parsed last, so that a change of one file does not parse the others again: the list of the gate
 * takes 100 ms.
 */
const last = new Map<SettingFile, { readonly text: string; readonly value: object }>();
const knownValue = (file: SettingFile, text: string): object | undefined => {
  const found = last.get(file);
  return found?.text === text ? found.value : undefined;
};

async function parseAll<V extends ParsedSettings>(files: Files, parsers: SettingParsers<V>): Promise<V> {
  const faults: SourceFault[] = [];
  const values: Partial<Record<SettingFile, object>> = {};
  for (const [file, text] of files) {
    const parse = parsers[file];
    // Nothing in this shop reads it.
    if (!parse) continue;
    const value = knownValue(file, text) ?? (await parse(text));
    if (isFaults(value)) faults.push(...value);
    else {
      values[file] = value;
      last.set(file, { text, value });
    }
  }
  // A running shop must not obey half of its settings.
  if (faults.length > 0) throw new StartFaults(faults.map(faultLine));
  return values as V;
}

/** Throws the faults of all files. */
export async function checkSettings<V extends ParsedSettings>(shopFolder: string, parsers: SettingParsers<V>): Promise<Files> {
  const files = await filesIn(shopFolder);
  await parseAll(files, parsers);
  return files;
}

/** Throws the faults of the files. */
export async function prepareSettings<V extends ParsedSettings>(
  db: AppContext['db'],
  shopFolder: string,
  parsers: SettingParsers<V>,
): Promise<Import> {
  const hash = await hashInputs(shopFolder, settingFiles);
  if ((await seenHash(db.orm, 'settings')) === hash) return async () => [];
  const files = [...(await checkSettings(shopFolder, parsers))].map(([file, text]) => ({ file, text }));
  return (tx, choice) => importFiles(tx, { folder: 'settings', files, hash }, choice);
}

/** `taxVersion`: 0 if no version is stored. */
export type SettingsNow<V> = { readonly values: V; readonly taxVersion: number };

/** The current settings. */
export async function readSettings<V extends ParsedSettings>(of: DbClient, parsers: SettingParsers<V>): Promise<SettingsNow<V>> {
  const now = await currentTexts(of, 'settings');
  const texts = await Promise.all(settingFiles.map(async (file) => [file, now.get(file)?.text ?? (await defaultSetting(file))] as const));
  const files: Files = new Map(texts.flatMap(([file, text]) => (text === undefined ? [] : [[file, text] as const])));
  const values = await parseAll(files, parsers);
  return { values, taxVersion: now.get('tax.yaml')?.number ?? 0 };
}
