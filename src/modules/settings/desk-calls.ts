// Calls that edit the settings: taxes, deposits, support and withdrawal. Owners only.

import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { savedTextShape } from './content/shapes.ts';
import {
  saveSettingShape,
  settingDetailsShape,
  settingDraftShape,
  settingListShape,
  settingPreviewShape,
  settingRequestShape,
  settingVersionRequestShape,
} from './shapes.ts';

/** The most canned answers, at three bytes per character. */
const SETTING_BYTES = 1024 * 1024;

export const settingCalls = {
  'GET /api/settings': { may: 'settings.edit', about: 'Returns what each setting says now.', output: settingListShape },
  'GET /api/setting': {
    may: 'settings.edit',
    about: 'Returns a setting and its versions.',
    input: settingRequestShape,
    output: settingDetailsShape,
  },
  'GET /api/setting/version': {
    may: 'settings.edit',
    about: 'Returns one version of a setting.',
    input: settingVersionRequestShape,
    output: settingDraftShape,
  },
  'POST /api/setting/preview': {
    kind: 'read',
    may: 'settings.edit',
    about: 'Returns what a draft of a setting changes. Saves nothing.',
    input: settingDraftShape,
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
