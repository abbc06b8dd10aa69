// API schemas of the desk's editor of the settings.
import * as z from 'zod/mini';
import { createEditShapes, createFormShape } from '#modules/content/shapes.ts';
import type { TaxValue } from '#modules/invoicing/shapes-tax.ts';
import type { RemindersValue } from '#modules/sales/shapes-reminders.ts';
import { whyShape } from '#modules/staff/shapes.ts';
import type { SupportValue } from '#modules/support/shapes-support.ts';
import type { MoneyValue } from '#modules/wallet/shapes-deposits.ts';
import type { WithdrawalValue } from '#modules/withdrawals/shapes-countries.ts';
import { settingNames } from './shapes-names.ts';

const ANSWER_CHARS = 2_000;

export type SettingTexts = {
  readonly tax: TaxValue;
  readonly money: Omit<MoneyValue, 'currencies'>;
  readonly support: SupportValue;
  readonly withdrawal: WithdrawalValue;
  readonly reminders: RemindersValue;
};
export type SettingText = SettingTexts[keyof SettingTexts];

export const settingShapes = createEditShapes({ name: z.enum(settingNames) }, { text: createFormShape<SettingText>(ANSWER_CHARS) }, {});
export type SettingDetails = z.output<typeof settingShapes.details>;
/** `from`: the version that was edited; 0 if there is none yet. */
export const saveSettingShape = z.extend(settingShapes.draft, { from: z.int().check(z.gte(0)), why: whyShape });

/** What each setting says now, in sentences. */
export const settingListShape = z.array(z.object({ name: z.enum(settingNames), lines: z.array(z.string()) }));

/** The sentences that a draft changes: those of before, and those of then. */
export const settingPreviewShape = z.object({ before: z.array(z.string()), after: z.array(z.string()) });
export type SettingPreview = z.output<typeof settingPreviewShape>;
