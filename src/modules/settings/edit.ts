// Edits a setting at the desk. Drafts pass the same checks as files. Loaded lazily.
import { UserError } from '#lib/user-error.ts';
import { isSame, mergeValue } from '#lib/yaml/merge.ts';
import { createSource, isSourceErrors } from '#lib/yaml/source.ts';
import { lockFolder, newestNumbers } from '#modules/content/queries.ts';
import { createFormError, nothingChanged } from '#modules/content/rules.ts';
import { readDefaultSetting, type SettingParsers } from '#modules/content/settings.ts';
import type { ContentValue } from '#modules/content/shapes.ts';
import { shownFile } from '#modules/content/sources.ts';
import { contentAt, currentContent, type Saved, type SaveOptions, writeContent } from '#modules/content/versions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { toSettingDraft, toTree } from './drafts.ts';
import { describeSettingError } from './form-errors.ts';
import { fileOfSetting, type SettingValues } from './rules.ts';
import type { SettingDraft } from './shapes.ts';
import type { SettingName } from './shapes-names.ts';

/** The number counts removed versions too; 0 if there is none. */
async function readNow(of: DbClient, name: SettingName): Promise<{ readonly value: ContentValue; readonly number: number }> {
  const file = fileOfSetting(name);
  const stored = (await currentContent(of, 'settings')).get(file);
  if (stored) return stored;
  const number = (await newestNumbers(of, 'settings')).find((each) => each.file === file)?.number ?? 0;
  return { value: (await readDefaultSetting(file))?.value as ContentValue, number };
}

export async function openSetting(of: DbClient, name: SettingName): Promise<{ readonly draft: SettingDraft; readonly number: number }> {
  const { value, number } = await readNow(of, name);
  return { draft: toSettingDraft(name, value), number };
}

export async function settingAt(of: DbClient, { name, number }: { name: SettingName; number: number }): Promise<SettingDraft> {
  const value = (await contentAt(of, 'settings', [fileOfSetting(name)], number)).get(fileOfSetting(name));
  if (value === undefined) throw new UserError(404);
  return toSettingDraft(name, value);
}

/** `number`: the version that the draft was checked against. */
export type PreparedSetting = { readonly parsed: object; readonly value: ContentValue; readonly number: number };

/** Checks a draft. Saves nothing. */
export async function makeSetting(of: DbClient, draft: SettingDraft, parsers: SettingParsers<SettingValues>): Promise<PreparedSetting> {
  const { value: before, number } = await readNow(of, draft.name);
  const file = fileOfSetting(draft.name);
  const value = mergeValue(before, toTree(draft, before));
  const parsed = await parsers[file](createSource(shownFile('settings', file), value));
  if (isSourceErrors(parsed)) throw createFormError(parsed.map((error) => describeSettingError(draft.name, error)));
  return { parsed, value, number };
}

/** Saves the draft as the current version. Fails if a newer version exists. */
export async function saveSetting(
  tx: DbClient,
  { made, draft, from, why, by, at }: SaveOptions<PreparedSetting, SettingDraft>,
): Promise<Saved> {
  await lockFolder(tx, 'settings');
  const now = await readNow(tx, draft.name);
  if (now.number !== from) return { saved: false, isOld: false };
  if (now.number !== made.number) return { saved: false, isOld: true };
  if (isSame(toSettingDraft(draft.name, now.value).text, draft.text)) throw nothingChanged();
  await writeContent(tx, { folder: 'settings', files: [{ file: fileOfSetting(draft.name), value: made.value }], by, why, at });
  return { saved: true, number: from + 1 };
}
