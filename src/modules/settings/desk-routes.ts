// The settings at the desk: reads them with their versions, previews a draft, and saves it.

import { getTextAtVersion, prepareText } from '#modules/content/edit.ts';
import type { SettingParsers } from '#modules/content/settings.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import { openEdited, saveEdited, type TextDeps } from './content/actions.ts';
import type { settingCalls } from './desk-calls.ts';
import { createSettingKind } from './edit.ts';
import { describeSetting, getSettingFile, type SettingValues, summarizeSetting } from './rules.ts';
import { settingNames } from './shapes-names.ts';

export type SettingDeps = {
  /** The current ones. */
  readonly values: () => SettingValues;
  readonly parsers: SettingParsers<SettingValues>;
};
type Deps = TextDeps & { readonly settings: SettingDeps };

export function settingRoutes(deps: Deps): Pick<DeskHandlers, keyof typeof settingCalls> {
  const { values, parsers } = deps.settings;
  const kind = createSettingKind(parsers);
  return {
    async 'GET /api/settings'() {
      return settingNames.map((name) => ({ name, lines: [...summarizeSetting(values(), name)] }));
    },
    'GET /api/setting': ({ input }) => openEdited(deps, kind, input.name),
    'GET /api/setting/version': async ({ input }) => ({ name: input.name, text: await getTextAtVersion(deps.ctx.db.orm, kind, input) }),
    async 'POST /api/setting/preview'({ input }) {
      const { made } = await prepareText(deps.ctx.db.orm, kind, input);
      const before = describeSetting(values(), input.name);
      const after = describeSetting({ ...values(), [getSettingFile(input.name)]: made }, input.name);
      return { before: before.filter((line) => !after.includes(line)), after: after.filter((line) => !before.includes(line)) };
    },
    'POST /api/setting/save': ({ input, session }) => saveEdited(deps, session, kind, input),
  };
}
