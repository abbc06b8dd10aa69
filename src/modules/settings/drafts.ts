// The settings as the form of the desk has them, and as the owner's files have them. Pure.
import { usualBusinessDays, type Weekday, weekdays } from '#lib/time/calendar.ts';
import type { Tree } from '#lib/yaml/merge.ts';
import { allHours, everyWeekday, writeTimes } from '#modules/support/hours/rules.ts';
import { USUAL_COUPON_SHARE } from '#modules/wallet/rules.ts';
import type {
  CannedDraft,
  HolidayDraft,
  MoneyDraft,
  SettingDraft,
  SettingDrafts,
  SupportDraft,
  TaxDraft,
  WithdrawalDraft,
} from './shapes.ts';
import type { SettingName } from './shapes-names.ts';

type Words = CannedDraft['text'];
const ALL_DAY = writeTimes(allHours);
type TaxFile = Omit<TaxDraft, 'rates'> & { readonly rates: Readonly<Record<string, number>> };
type MoneyFile = {
  readonly deposits: Readonly<Record<string, { readonly least: number; readonly most: number }>>;
  readonly depositCouponShare?: number;
};
type SupportFile = {
  readonly firstAnswerHours: number;
  readonly promised?: boolean;
  readonly hours?: Readonly<Partial<SupportDraft['hours']>>;
  readonly businessDays?: readonly Weekday[];
  readonly holidays?: readonly (Omit<HolidayDraft, 'until'> & { readonly until?: string })[];
  readonly canned: readonly CannedDraft[];
};
/** In groups, so that comments say why. */
type WithdrawalFile = { readonly countries: readonly (readonly string[])[] };

const mapValues = <A, B>(of: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, change(value)]));
const trimmed = ({ en, es, jp }: Words): Words => ({ en: en.trim(), es: es.trim(), jp: jp.trim() });

const drafts = {
  tax: ({ vat, rates, reverseCharge, notes: { none, zero, reverse } }: TaxFile): TaxDraft => ({
    vat,
    rates: mapValues(rates, String),
    reverseCharge,
    notes: { none: trimmed(none), zero: trimmed(zero), reverse: trimmed(reverse) },
  }),
  money: ({ deposits, depositCouponShare = USUAL_COUPON_SHARE }: MoneyFile): MoneyDraft => ({
    deposits: mapValues(deposits, ({ least, most }) => ({ least: String(least), most: String(most) })),
    depositCouponShare: String(depositCouponShare),
  }),
  support: ({
    firstAnswerHours,
    promised = false,
    hours,
    businessDays = usualBusinessDays,
    holidays = [],
    canned,
  }: SupportFile): SupportDraft => ({
    firstAnswerHours: String(firstAnswerHours),
    promised,
    hours: everyWeekday((day) => (hours ? (hours[day] ?? '').replace(/^closed$/, '') : ALL_DAY)),
    businessDays: everyWeekday((day) => businessDays.includes(day)),
    holidays: holidays.map(({ day, until = '', name }) => ({ day, until, name: trimmed(name) })),
    canned: canned.map(({ id, title, text }) => ({ id, title, text: trimmed(text) })),
  }),
  withdrawal: ({ countries }: WithdrawalFile): WithdrawalDraft => ({ countries: [...new Set(countries.flat())] }),
};

/** `yaml`: the parsed file. */
export const toSettingDraft = (name: SettingName, yaml: unknown): SettingDraft =>
  ({ name, text: (drafts[name] as (yaml: unknown) => SettingDrafts[SettingName])(yaml) }) as SettingDraft;

/** The values to write into the file. `yaml`: the parsed file of now. */
export function toTree({ name, text }: SettingDraft, yaml: unknown): Tree {
  switch (name) {
    case 'tax':
      return taxTree(text);
    case 'money':
      return moneyTree(text, yaml as MoneyFile);
    case 'support':
      return supportTree(text, yaml as SupportFile);
    case 'withdrawal':
      return { countries: groupsOf(text.countries, (yaml as WithdrawalFile).countries) };
  }
}

function moneyTree({ deposits, depositCouponShare }: MoneyDraft, before: MoneyFile): Tree {
  const share = depositCouponShare === undefined ? before.depositCouponShare : numberOf(depositCouponShare);
  return {
    deposits: mapValues(deposits, ({ least, most }) => ({ least: numberOf(least), most: numberOf(most) })),
    depositCouponShare: before.depositCouponShare === undefined && share === USUAL_COUPON_SHARE ? undefined : share,
  };
}

/** What is no number stays as it was typed: the reader of the file refuses it. */
function numberOf(typed: string): number | string {
  const text = typed.replace(/%$/, '').trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : typed;
}

/** Without VAT, nothing else may be set. */
const taxTree = ({ vat, rates, reverseCharge, notes }: TaxDraft): Tree => ({
  vat,
  rates: vat === 'none' ? {} : mapValues(rates, numberOf),
  reverseCharge: vat === 'none' ? false : reverseCharge,
  notes,
});

/**
 * An unchanged text keeps its line break at the end. Keys that say nothing are left out, unless the file has
 * them.
 */
function supportTree({ firstAnswerHours, promised, hours, businessDays, holidays, canned }: SupportDraft, before: SupportFile): Tree {
  const texts = new Map(before.canned.map(({ id, text }) => [id, text]));
  const kept = (text: string, was: string | undefined): string => (was?.trim() === text ? was : text && `${text}\n`);
  return {
    firstAnswerHours: numberOf(firstAnswerHours),
    promised: promised || before.promised !== undefined ? promised : undefined,
    hours: weekdays.every((day) => hours[day] === ALL_DAY) ? undefined : openDays(hours, before.hours),
    businessDays: toBusinessDays(businessDays, before.businessDays),
    holidays: holidays.length > 0 ? holidays.map(({ until, ...holiday }) => ({ ...holiday, ...(until ? { until } : {}) })) : undefined,
    canned: canned.map(({ id, title, text: { en, es, jp } }) => {
      const was = texts.get(id);
      return { id, title, text: { en: kept(en, was?.en), es: kept(es, was?.es), jp: kept(jp, was?.jp) } };
    }),
  };
}

/** The usual ones are left out, unless the file has them. */
function toBusinessDays(isWorking: SupportDraft['businessDays'], before: SupportFile['businessDays']): readonly Weekday[] | undefined {
  const days = weekdays.filter((day) => isWorking[day]);
  return before === undefined && days.join() === usualBusinessDays.join() ? undefined : days;
}

/** A closed day is left out, or stays as the file says it. */
const openDays = (hours: SupportDraft['hours'], before: SupportFile['hours'] = {}): Tree =>
  Object.fromEntries(
    weekdays.flatMap((day) => {
      if (hours[day] !== '') return [[day, hours[day]]];
      return before[day] === 'closed' || before[day] === '' ? [[day, before[day]]] : [];
    }),
  );

/** Countries stay in their group; new ones form another. */
function groupsOf(countries: readonly string[], groups: WithdrawalFile['countries']): string[][] {
  const known = new Set(groups.flat());
  const added = [...new Set(countries)].filter((country) => !known.has(country));
  const kept = groups.map((group) => group.filter((country) => countries.includes(country))).filter((group) => group.length > 0);
  return added.length > 0 ? [...kept, added] : kept;
}
