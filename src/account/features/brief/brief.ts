// Values of a brief form and their conversion to a cart line. Pure.
import { countStartedThousands } from '#lib/markdown/word-count.ts';
import { computeLineTotal, computePercentDiscount, priceOfAddOns } from '#lib/money/price.ts';
import { addOnPrice, countChargedUnits } from '#modules/catalogue/add-ons/rules.ts';
import type { AddOn } from '#modules/catalogue/add-ons/shapes.ts';
import { selectAskedFields } from '#modules/catalogue/questions/rules.ts';
import type { CatalogueField, Offer, PlatformType, Prices } from '#modules/catalogue/shapes.ts';
import type { CartLine } from '#ui/browser/cart-store.ts';
import type { RuleErrors } from '#ui/forms/form-validation.ts';

/** Numbers as typed; a list has an empty line at its end. */
export type BriefAnswer = string | boolean | readonly string[];
export type DraftAnswers = Readonly<Record<string, BriefAnswer>>;

/**
 * `platform`: its number, or '' if none is chosen; `quantity`: as typed; `given`: answers, and the number of
 * each add-on under addOnKey.
 */
export type Brief = { readonly offerId: string; readonly platform: string; readonly quantity: string; readonly given: DraftAnswers };

const blanks: Readonly<Partial<Record<CatalogueField['kind'], BriefAnswer>>> = {
  texts: [''],
  urls: [''],
  choices: [],
  file: [],
  yesNo: false,
};
const getBlank = ({ kind }: Pick<CatalogueField, 'kind'>): BriefAnswer => blanks[kind] ?? '';

const createEmptyBrief = (offer: Offer): Brief => ({
  offerId: offer.id,
  platform: '',
  quantity: String(offer.minQuantity),
  given: {},
});

/** The questions of all offers: an answer stays if another offer is chosen. */
export const listQuestions = (offers: readonly Offer[]): readonly CatalogueField[] => [
  ...new Map(offers.flatMap(({ fields }) => fields).map((field) => [field.name, field])).values(),
];

/** No question has such a name. */
export const addOnKey = (id: string): string => `+${id}`;
const listAddOns = (offers: readonly Offer[]) => offers.flatMap(({ addOns = [] }) => addOns);

/** Those of the offer; what was chosen with another one stays in the draft. */
export const listChosenAddOns = ({ addOns = [] }: Offer, given: DraftAnswers): readonly (AddOn & { readonly quantity: number })[] =>
  addOns.flatMap((addOn) => {
    const quantity = Math.min(Number(given[addOnKey(addOn.id)]), addOn.maxQuantity);
    return quantity > 0 ? [{ ...addOn, quantity }] : [];
  });

/** The draft may be of an older form or invalid: only values that fit today's form are read. */
export function readBrief(text: string | undefined, offers: readonly Offer[], first: Offer): Brief {
  const empty = createEmptyBrief(first);
  const stored = parseObject(text);
  const offer = offers.find(({ id }) => id === stored.offerId) ?? first;
  const answers = (stored.given ?? {}) as Readonly<Record<string, unknown>>;
  const string = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback);
  return {
    offerId: offer.id,
    platform: string(stored.platform, empty.platform),
    quantity: string(stored.quantity, empty.quantity),
    given: {
      ...Object.fromEntries(listQuestions(offers).map((field) => [field.name, fitAnswer(answers[field.name], getBlank(field))])),
      ...Object.fromEntries(listAddOns(offers).map(({ id }) => [addOnKey(id), string(answers[addOnKey(id)], '')])),
    },
  };
}

function parseObject(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

function fitAnswer(value: unknown, blank: BriefAnswer): BriefAnswer {
  if (Array.isArray(blank)) {
    const items = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
    return items.length > 0 ? items : blank;
  }
  return typeof value === typeof blank ? (value as BriefAnswer) : blank;
}

/** Form values of a cart line that is edited. */
export function readLine(
  { offerId, platform, quantity, answers, files, addOns = [] }: CartLine,
  offers: readonly Offer[],
  first: Offer,
): Brief {
  const counts = Object.fromEntries(addOns.map((addOn) => [addOnKey(addOn.id), addOn.quantity]));
  const entries = Object.entries({ ...answers, ...files, ...counts }).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ]);
  const draft = {
    offerId,
    platform: platform === null ? '' : String(platform),
    quantity: String(quantity),
    given: Object.fromEntries(entries),
  };
  return readBrief(JSON.stringify(draft), offers, first);
}

export const isAnswered = (answer: BriefAnswer | undefined): boolean =>
  typeof answer === 'object'
    ? answer.some((item) => item.trim() !== '')
    : typeof answer === 'string'
      ? answer.trim() !== ''
      : answer === true;

/** As the brief's schema expects it. What is not a number stays text, which the schema rejects. */
export function parseAnswers(fields: readonly CatalogueField[], answers: DraftAnswers): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, kind }) => [name, kind === 'number' ? parseWholeNumber(answers[name]) : dropBlank(answers[name], kind)]),
  );
}

/**
 * Names of the questions that are not asked, because of the answers so far; what was typed there stays in the
 * draft.
 */
export function listHiddenQuestions({ fields }: Pick<Offer, 'fields'>, answers: DraftAnswers): readonly string[] {
  const asked = selectAskedFields(fields, parseAnswers(fields, answers));
  return fields.flatMap((field) => (asked.includes(field) ? [] : [field.name]));
}

/** The answer of a file is its id; name and size are for display. */
const dropBlank = (value: BriefAnswer | undefined, kind: CatalogueField['kind']): BriefAnswer | undefined =>
  typeof value === 'object'
    ? value.filter((item) => item.trim() !== '').map((item) => (kind === 'file' ? (item.split(' ', 1)[0] ?? '') : item))
    : value;

/** Digits of any script, with or without spaces. */
export function parseWholeNumber(value: BriefAnswer | undefined): unknown {
  const text = String(value ?? '')
    .normalize('NFKC')
    .trim();
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Only the filled lines of a list are validated; an error is shown at its line. */
export function mapErrorsToLines<E>(errors: Readonly<Record<string, E>>, answers: DraftAnswers): Readonly<Record<string, E>> {
  const rename = (name: string): string => {
    const [, field = '', index = ''] = /^(\w+)\[(\d+)\]$/.exec(name) ?? [];
    const value = answers[field];
    if (typeof value !== 'object') return name;
    const filled = value.flatMap((item, line) => (item.trim() === '' ? [] : [line]));
    return `${field}[${filled[Number(index)] ?? 0}]`;
  };
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [rename(name), error]));
}

export const needsPlatform = ({ platforms }: Pick<Offer, 'platforms'>): boolean => platforms.length > 0;

/** Errors of the line itself. */
export function findLineErrors({ platform, quantity }: Brief, offer: Offer): RuleErrors {
  const count = parseWholeNumber(quantity);
  const { minQuantity: minimum, maxQuantity: maximum } = offer;
  return {
    ...(needsPlatform(offer) && platform === '' ? { platform: { rule: 'brief.platform' } } : {}),
    ...(typeof count === 'number' ? {} : { quantity: { rule: 'field.whole' } }),
    ...(typeof count === 'number' && count < minimum ? { quantity: { rule: 'field.least', numbers: { minimum } } } : {}),
    ...(typeof count === 'number' && count > maximum ? { quantity: { rule: 'field.most', numbers: { maximum } } } : {}),
  };
}

/** Quantity of an offer that is sold by the thousand words. */
export const computeQuantity = ({ given }: Pick<Brief, 'given'>, offer: Offer): string =>
  String(clampQuantity(countStartedThousands(String(given[offer.quantityFrom ?? ''] ?? '')), offer));

export type Cost = {
  readonly quantity: number;
  readonly surcharge: number;
  /** `quantity`: how often the line is charged for it. */
  readonly addOns: readonly (Pick<AddOn, 'id' | 'name' | 'unitPrice'> & { readonly quantity: number })[];
  /** Before the client's own discount. */
  readonly total: number;
  readonly discount: number;
  readonly platform: PlatformType | undefined;
};

/** The current price; an invalid quantity counts as the nearest valid one. */
export function computeCost(
  { platform, quantity, given }: Pick<Brief, 'platform' | 'quantity' | 'given'>,
  offer: Offer,
  { platformTypes, discountPercent = 0 }: Pick<Prices, 'platformTypes' | 'discountPercent'>,
): Cost {
  const count = parseWholeNumber(quantity);
  const chosen = needsPlatform(offer) ? platformTypes.find((each) => String(each.platform) === platform) : undefined;
  const { unitPrice, tiers } = offer;
  const units = typeof count === 'number' ? clampQuantity(count, offer) : offer.minQuantity;
  const line = { unitPrice, tiers, quantity: units };
  const plain = computeLineTotal({ ...line, surchargePercent: 0 });
  const price = computeLineTotal({ ...line, surchargePercent: chosen?.surchargePercent ?? 0 });
  const addOns = listChosenAddOns(offer, given).map((each) => ({
    ...each,
    unitPrice: addOnPrice(each, price),
    quantity: countChargedUnits(each, each.quantity, units),
  }));
  const total = price + priceOfAddOns(addOns);
  const discount = computePercentDiscount(total, discountPercent);
  return { quantity: units, total, discount, surcharge: price - plain, addOns, platform: chosen };
}

export const clampQuantity = (count: number, { minQuantity, maxQuantity }: Pick<Offer, 'minQuantity' | 'maxQuantity'>): number =>
  Math.min(maxQuantity, Math.max(minQuantity, count));

export type Section = 'work' | 'common' | 'last';

/**
 * Shared questions: those that every service of the bundle asks in at least one offer; confirmations come
 * last.
 */
export function groupQuestions(
  fields: readonly CatalogueField[],
  offers: readonly Offer[],
): Readonly<Record<Section, readonly CatalogueField[]>> {
  const services = [...Map.groupBy(offers, ({ serviceType }) => serviceType).values()];
  const isCommon = ({ name }: CatalogueField) =>
    services.every((own) => own.some((offer) => offer.fields.some((each) => each.name === name)));
  const isLast = ({ kind, required }: CatalogueField) => kind === 'yesNo' && required;
  return {
    work: fields.filter((field) => !isLast(field) && !isCommon(field)),
    common: fields.filter((field) => !isLast(field) && isCommon(field)),
    last: fields.filter(isLast),
  };
}
