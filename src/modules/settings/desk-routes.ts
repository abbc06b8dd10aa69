// The settings at the desk: reads them with their versions, previews a draft, and saves it with an audit
// entry.

import { answerOf, type SaveRequest, type TextDeps, versionsAt, withNewest } from '#modules/content/actions.ts';
import type { SavedText } from '#modules/content/shapes.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import { actor, type OperatorSession, writeAudit } from '#modules/staff/actions.ts';
import type { SettingParsers } from '#modules/texts/actions.ts';
import { fileOfSetting, type SettingValues, settingSentences, settingSummary } from './rules.ts';
import type { SettingDraft, SettingPreview, SettingWhole } from './shapes.ts';
import { type SettingName, settingNames } from './shapes-names.ts';

export type SettingDeps = {
  /** The current ones. */
  readonly values: () => SettingValues;
  readonly parsers: SettingParsers<SettingValues>;
};
type Deps = TextDeps & { readonly settings: SettingDeps };
type SettingCalls = 'GET /api/settings' | `GET /api/setting${'' | '/version'}` | `POST /api/setting/${'preview' | 'save'}`;

/** Loaded lazily: only editing needs it. */
const editSettings = () => import('./edit.ts');

export const settingRoutes = (deps: Deps): Pick<DeskHandlers, SettingCalls> => ({
  async 'GET /api/settings'() {
    const values = deps.settings.values();
    return settingNames.map((name) => ({ name, lines: [...settingSummary(values, name)] }));
  },
  'GET /api/setting': ({ input }) => openSettingAct(deps, input.name),
  async 'GET /api/setting/version'({ input }) {
    const { settingAt } = await editSettings();
    return settingAt(deps.ctx.db.orm, input);
  },
  'POST /api/setting/preview': ({ input }) => previewSetting(deps, input),
  'POST /api/setting/save': ({ input, session }) => saveSettingAct(deps, session, input),
});

async function openSettingAct(deps: Deps, name: SettingName): Promise<SettingWhole> {
  const { orm } = deps.ctx.db;
  const { openSetting } = await editSettings();
  const { draft, number } = await openSetting(orm, name);
  return { ...draft, number, versions: await versionsAt(orm, 'settings', fileOfSetting(name)) };
}

async function previewSetting(deps: Deps, draft: SettingDraft): Promise<SettingPreview> {
  const { makeSetting } = await editSettings();
  const { value } = await makeSetting(deps.ctx.db.orm, draft, deps.settings.parsers);
  const values = deps.settings.values();
  const before = settingSentences(values, draft.name);
  const after = settingSentences({ ...values, [fileOfSetting(draft.name)]: value }, draft.name);
  return { before: before.filter((line) => !after.includes(line)), after: after.filter((line) => !before.includes(line)) };
}

async function saveSettingAct(
  deps: Deps,
  session: OperatorSession,
  { from, why, ...draft }: SaveRequest<SettingDraft>,
): Promise<SavedText> {
  const { clock, db } = deps.ctx;
  const { makeSetting, saveSetting } = await editSettings();
  const at = clock.now();
  const { saved } = await withNewest(
    deps,
    () => makeSetting(db.orm, draft, deps.settings.parsers),
    async (tx, made) => {
      const done = await saveSetting(tx, { made, draft, from, why, by: actor(session), at });
      if (done.saved) {
        const [before, after] = [{ version: from }, { version: done.number }];
        const about = { kind: 'setting', id: draft.name };
        await writeAudit(tx, session.operator, at, { act: 'settings.edit', about, before, after, why });
      }
      return done;
    },
  );
  return answerOf(deps, saved, 'settings', fileOfSetting(draft.name));
}
