// Edits a setting at the desk. Drafts pass the same checks as files. Loaded lazily.
import { parse } from 'yaml';
import type { Operator } from '#lib/people/operator.ts';
import { UserError } from '#lib/user-error.ts';
import { writeYaml } from '#lib/yaml/edit.ts';
import { isSame } from '#lib/yaml/merge.ts';
import { isFaults } from '#lib/yaml/source.ts';
import { lockFolder, newestNumbers } from '#modules/texts/queries.ts';
import { createFormError, nothingChanged } from '#modules/texts/rules.ts';
import { defaultSetting, type SettingParsers } from '#modules/texts/settings.ts';
import { currentTexts, textsAt, writeTexts } from '#modules/texts/versions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { toSettingDraft, toTree } from './drafts.ts';
import { describeSettingError } from './form-errors.ts';
import { fileOfSetting, type SettingValues } from './rules.ts';
import type { SettingDraft } from './shapes.ts';
import type { SettingName } from './shapes-names.ts';

/** The number counts removed versions too; 0 if there is none. */
async function readNow(of: DbClient, name: SettingName): Promise<{ readonly text: string; readonly number: number }> {
  const file = fileOfSetting(name);
  const stored = (await currentTexts(of, 'settings')).get(file);
  if (stored) return stored;
  const number = (await newestNumbers(of, 'settings')).find((each) => each.file === file)?.number ?? 0;
  return { text: (await defaultSetting(file)) ?? '', number };
}

export async function openSetting(of: DbClient, name: SettingName): Promise<{ readonly draft: SettingDraft; readonly number: number }> {
  const { text, number } = await readNow(of, name);
  return { draft: toSettingDraft(name, parse(text)), number };
}

export async function settingAt(of: DbClient, { name, number }: { name: SettingName; number: number }): Promise<SettingDraft> {
  const text = (await textsAt(of, 'settings', [fileOfSetting(name)], number)).get(fileOfSetting(name));
  if (text === undefined) throw new UserError(404);
  return toSettingDraft(name, parse(text));
}

/** `number`: the version that the draft was checked against. */
export type PreparedSetting = { readonly value: object; readonly text: string; readonly number: number };

/** Checks a draft. Saves nothing. */
export async function makeSetting(of: DbClient, draft: SettingDraft, parsers: SettingParsers<SettingValues>): Promise<PreparedSetting> {
  const { text: before, number } = await readNow(of, draft.name);
  const text = writeYaml(before, toTree(draft, parse(before)));
  const value = await parsers[fileOfSetting(draft.name)](text);
  if (isFaults(value)) throw createFormError(value.map((fault) => describeSettingError(draft.name, fault)));
  return { value, text, number };
}

type SaveSettingOptions = {
  readonly made: PreparedSetting;
  readonly draft: SettingDraft;
  readonly from: number;
  readonly why: string;
  readonly by: Operator;
  readonly at: Date;
};
type SavedSetting = { readonly saved: false; readonly isOld: boolean } | { readonly saved: true; readonly number: number };

/** Saves the draft as the current version. Fails if a newer version exists. */
export async function saveSetting(tx: DbClient, { made, draft, from, why, by, at }: SaveSettingOptions): Promise<SavedSetting> {
  await lockFolder(tx, 'settings');
  const now = await readNow(tx, draft.name);
  if (now.number !== from) return { saved: false, isOld: false };
  if (now.number !== made.number) return { saved: false, isOld: true };
  if (isSame(toSettingDraft(draft.name, parse(now.text)).text, draft.text)) throw nothingChanged();
  await writeTexts(tx, { folder: 'settings', files: [{ file: fileOfSetting(draft.name), text: made.text }], by, why, at });
  return { saved: true, number: from + 1 };
}
