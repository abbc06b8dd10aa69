// API schemas of the desk's editor of the settings. Values may be missing or wrong: the readers of the files
// say what is.
import * as z from 'zod/mini';
import { manyLines, oneLine } from '#lib/markdown/plain-text.ts';
import { weekdays } from '#lib/time/calendar.ts';
import { versionShape } from '#modules/content/shapes.ts';
import { whyShape } from '#modules/staff/shapes.ts';
import { type SettingName, settingNames } from './shapes-names.ts';

const LINE_CHARS = 300;
const NUMBER_CHARS = 20;
const ANSWER_CHARS = 2_000;
const MAX_ANSWERS = 60;
const MAX_COUNTRIES = 300;
const MAX_HOLIDAYS = 100;

const line = z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(LINE_CHARS));
const answer = z.string().check(z.overwrite(manyLines), z.trim(), z.maxLength(ANSWER_CHARS));
/** As typed, because a form must keep what is no number. */
const typedNumber = z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(NUMBER_CHARS));
const inAll = <S extends z.ZodMiniType>(of: S) => z.object({ en: of, es: of, jp: of });
const country = z.string().check(z.regex(/^[A-Z]{2}$/));
const isShort = (value: object): boolean => Object.keys(value).length <= MAX_COUNTRIES;

const taxDraftShape = z.object({
  vat: z.enum(['none', 'inclusive']),
  /** Percent by country. */
  rates: z.record(country, typedNumber).check(z.refine(isShort)),
  reverseCharge: z.boolean(),
  notes: z.object({ none: inAll(line), zero: inAll(line), reverse: inAll(line) }),
});
export type TaxDraft = z.output<typeof taxDraftShape>;

/** In whole units of each currency. */
const moneyDraftShape = z.object({
  deposits: z.record(z.string().check(z.regex(/^[A-Z]{3}$/)), z.object({ least: typedNumber, most: typedNumber })).check(z.refine(isShort)),
  /** In percent. Missing: it stays. */
  depositCouponShare: z.optional(typedNumber),
});
export type MoneyDraft = z.output<typeof moneyDraftShape>;

const cannedDraftShape = z.object({ id: line, title: line, text: inAll(answer) });
export type CannedDraft = z.output<typeof cannedDraftShape>;

const holidayDraftShape = z.object({ day: typedNumber, until: typedNumber, name: inAll(line) });
export type HolidayDraft = z.output<typeof holidayDraftShape>;

const supportDraftShape = z.object({
  firstAnswerHours: typedNumber,
  promised: z.boolean(),
  /** Of each weekday, as typed; empty: closed. */
  hours: z.record(z.enum(weekdays), line),
  /** Whether work is done on each weekday. */
  businessDays: z.record(z.enum(weekdays), z.boolean()),
  holidays: z.array(holidayDraftShape).check(z.maxLength(MAX_HOLIDAYS)),
  canned: z.array(cannedDraftShape).check(z.maxLength(MAX_ANSWERS)),
});
export type SupportDraft = z.output<typeof supportDraftShape>;

const withdrawalDraftShape = z.object({ countries: z.array(country).check(z.maxLength(MAX_COUNTRIES)) });
export type WithdrawalDraft = z.output<typeof withdrawalDraftShape>;

export type SettingDrafts = {
  readonly tax: TaxDraft;
  readonly money: MoneyDraft;
  readonly support: SupportDraft;
  readonly withdrawal: WithdrawalDraft;
};
export type SettingDraft = { readonly [Name in SettingName]: { readonly name: Name; readonly text: SettingDrafts[Name] } }[SettingName];

const draftShapeWith = <Rest extends z.core.$ZodShape>(rest: Rest) =>
  z.discriminatedUnion('name', [
    z.object({ name: z.literal('tax'), text: taxDraftShape, ...rest }),
    z.object({ name: z.literal('money'), text: moneyDraftShape, ...rest }),
    z.object({ name: z.literal('support'), text: supportDraftShape, ...rest }),
    z.object({ name: z.literal('withdrawal'), text: withdrawalDraftShape, ...rest }),
  ]);

export const settingDraftShape = draftShapeWith({});
/** `from`: the version that was edited; 0 if there is none yet. */
export const saveSettingShape = draftShapeWith({ from: z.int().check(z.gte(0)), why: whyShape });
export const settingDetailsShape = draftShapeWith({ number: z.int(), versions: z.array(versionShape) });
export type SettingDetails = z.output<typeof settingDetailsShape>;

export const settingRequestShape = z.object({ name: z.enum(settingNames) });
export const settingVersionRequestShape = z.object({
  name: z.enum(settingNames),
  number: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)),
});

/** What each setting says now, in sentences. */
export const settingListShape = z.array(z.object({ name: z.enum(settingNames), lines: z.array(z.string()) }));

/** The sentences that a draft changes: those of before, and those of then. */
export const settingPreviewShape = z.object({ before: z.array(z.string()), after: z.array(z.string()) });
export type SettingPreview = z.output<typeof settingPreviewShape>;
