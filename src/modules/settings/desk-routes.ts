// The settings at the desk: reads them with their versions, previews a draft, and saves it.

import type { SettingParsers } from '#modules/content/settings.ts';
import { actor, type DeskHandlers, type Done, type OperatorSession } from '#modules/staff/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { type SaveRequest, savedText, type TextDeps, versionsAt } from './content/actions.ts';
import type { SavedText } from './content/shapes.ts';
import type { settingCalls } from './desk-calls.ts';
import { fileOfSetting, type SettingValues, settingSentences, settingSummary } from './rules.ts';
import type { SettingDetails, SettingDraft, SettingPreview } from './shapes.ts';
import { type SettingName, settingNames } from './shapes-names.ts';

export type SettingDeps = {
  /** The current ones. */
  readonly values: () => SettingValues;
  readonly parsers: SettingParsers<SettingValues>;
};
type Deps = TextDeps & { readonly settings: SettingDeps };

/** Loaded lazily: only editing needs it. */
const editSettings = () => import('./edit.ts');

export const settingRoutes = (deps: Deps): Pick<DeskHandlers, keyof typeof settingCalls> => ({
  async 'GET /api/settings'() {
    const values = deps.settings.values();
    return settingNames.map((name) => ({ name, lines: [...settingSummary(values, name)] }));
  },
  'GET /api/setting': ({ input }) => readSettingText(deps, input.name),
  async 'GET /api/setting/version'({ input }) {
    const { settingAt } = await editSettings();
    return settingAt(deps.ctx.db.orm, input);
  },
  'POST /api/setting/preview': ({ input }) => previewSetting(deps, input),
  'POST /api/setting/save': ({ input, session }) => saveSettingText(deps, session, input),
});

async function readSettingText(deps: Deps, name: SettingName): Promise<SettingDetails> {
  const { orm } = deps.ctx.db;
  const { openSetting } = await editSettings();
  const { draft, number } = await openSetting(orm, name);
  return { ...draft, number, versions: await versionsAt(orm, 'settings', fileOfSetting(name)) };
}

async function previewSetting(deps: Deps, draft: SettingDraft): Promise<SettingPreview> {
  const { makeSetting } = await editSettings();
  const { parsed } = await makeSetting(deps.ctx.db.orm, draft, deps.settings.parsers);
  const values = deps.settings.values();
  const before = settingSentences(values, draft.name);
  const after = settingSentences({ ...values, [fileOfSetting(draft.name)]: parsed }, draft.name);
  return { before: before.filter((line) => !after.includes(line)), after: after.filter((line) => !before.includes(line)) };
}

async function saveSettingText(deps: Deps, session: OperatorSession, { from, why, ...draft }: SaveRequest<SettingDraft>) {
  const { clock, db } = deps.ctx;
  const { makeSetting, saveSetting } = await editSettings();
  const at = clock.now();
  const made = await makeSetting(db.orm, draft, deps.settings.parsers);
  return async (tx: DbClient): Promise<Done<SavedText>> => {
    const done = await saveSetting(tx, { made, draft, from, why, by: actor(session), at });
    const entry = done.saved && { id: draft.name, before: { version: from }, after: { version: done.number } };
    return savedText(deps, done, entry, 'settings', fileOfSetting(draft.name));
  };
}
