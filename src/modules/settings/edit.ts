// The settings as the desk edits them.
import type { SourceError } from '#lib/yaml/source.ts';
import { type EditedKind, type EditedShape, toForm, toStored } from '#modules/content/edit.ts';
import { readDefaultSetting, type SettingParsers } from '#modules/content/settings.ts';
import type { ContentValue } from '#modules/content/shapes.ts';
import { toSources } from '#modules/content/sources.ts';
import { taxShape } from '#modules/invoicing/shapes-tax.ts';
import { remindersShape } from '#modules/sales/shapes-reminders.ts';
import { supportShape } from '#modules/support/shapes-support.ts';
import { moneyShape } from '#modules/wallet/shapes-deposits.ts';
import { withdrawalShape } from '#modules/withdrawals/shapes-countries.ts';
import { describeSettingError } from './form-errors.ts';
import { getSettingFile, type SettingValues } from './rules.ts';
import type { SettingText } from './shapes.ts';
import type { SettingName } from './shapes-names.ts';

const shapes: Readonly<Record<SettingName, EditedShape>> = {
  tax: { shape: taxShape },
  money: { shape: moneyShape, inFileOnly: ['currencies'] },
  support: { shape: supportShape },
  withdrawal: { shape: withdrawalShape },
  reminders: { shape: remindersShape },
};

const find = async (name: SettingName, stored: ReadonlyMap<string, ContentValue>): Promise<ContentValue> =>
  stored.get(getSettingFile(name)) ?? ((await readDefaultSetting(getSettingFile(name)))?.value as ContentValue);

export type EditedSetting = EditedKind<SettingName, SettingText, object>;

export const createSettingKind = (parsers: SettingParsers<SettingValues>): EditedSetting => ({
  folder: 'settings',
  files: (name) => [getSettingFile(name)],
  read: async (name, stored) => toForm(shapes[name], await find(name, stored)) as SettingText,
  write: async (name, text, stored) => new Map([[getSettingFile(name), toStored(shapes[name], await find(name, stored), text)]]),
  async check(name, values): Promise<object | readonly SourceError[]> {
    const file = getSettingFile(name);
    const source = toSources('settings', values).get(file);
    if (!source) throw new Error(`${file} has no value`);
    return parsers[file](source);
  },
  describe: describeSettingError,
});
