// Calls that edit the settings: taxes, deposits, support and withdrawal. Owners only.

import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { savedTextShape } from './content/shapes.ts';
import { saveSettingShape, settingListShape, settingPreviewShape, settingShapes } from './shapes.ts';

/** The most canned answers, at three bytes per character. */
const SETTING_BYTES = 1024 * 1024;

export const settingCalls = {
  'GET /api/settings': { may: 'settings.edit', about: 'Returns what each setting says now.', output: settingListShape },
  'GET /api/setting': {
    may: 'settings.edit',
    about: 'Returns a setting and its versions.',
    input: settingShapes.request,
    output: settingShapes.details,
  },
  'GET /api/setting/version': {
    may: 'settings.edit',
    about: 'Returns one version of a setting.',
    input: settingShapes.version,
    output: settingShapes.draft,
  },
  'POST /api/setting/preview': {
    kind: 'read',
    may: 'settings.edit',
    about: 'Returns what a draft of a setting changes. Saves nothing.',
    input: settingShapes.draft,
    output: settingPreviewShape,
    bodyBytes: SETTING_BYTES,
  },
  'POST /api/setting/save': {
    kind: 'write',
    prepares: true,
    audit: { act: 'settings.edit', about: 'setting' },
    may: 'settings.edit',
    about: 'Publishes a setting. On a conflict it returns the newer version instead.',
    input: saveSettingShape,
    output: savedTextShape,
    bodyBytes: SETTING_BYTES,
  },
} as const satisfies DeskCallTable;
