// Errors between the owner's catalogue files, and between the files and the services of before. Pure.
import type { CurrencyCode } from '#lib/money/money.ts';
import { createErrorBuilder, type ErrorValues, type Parsed, type SourceError } from '#lib/yaml/source.ts';
import { customService } from '../custom.ts';
import { isPluginPart, MAX_UNIT_PIECES, type ServiceState } from '../shapes.ts';
import { CUSTOM_SERVICE } from '../shapes-custom.ts';
import { type CatalogueError, catalogueReasons } from './errors.ts';
import { reportConditions, reportQuestions } from './question-checks.ts';
import type { CatalogueSource, SourceCommon, SourceService } from './shapes.ts';

export type ServiceFile = Parsed<SourceService> & { readonly file: string };

/**
 * The services that the database knows, also those without a file: their names and numbers are never given to
 * others.
 */
export type StoredServices = readonly {
  readonly key: string;
  readonly number: number;
  readonly name: string;
  readonly slug: string;
  readonly kind: SourceService['kind'];
  readonly state: ServiceState;
  readonly offers: readonly string[];
}[];

/**
 * The platforms that the database knows, also those that were removed: their numbers are never given to
 * others.
 */
export type StoredPlatforms = readonly { readonly key: string; readonly number: number; readonly name: string }[];

/**
 * What the files are checked against. `currencies`: what the shop sells in; `kinds`: those of plugins;
 * absent: unread.
 */
export type StoredCatalogue = {
  readonly services: StoredServices;
  readonly platforms: StoredPlatforms;
  readonly currencies: readonly CurrencyCode[];
  readonly kinds?: readonly string[];
};
export type CheckedAgainst = {
  readonly currencies: readonly CurrencyCode[];
  readonly platforms: StoredPlatforms;
  readonly kinds?: readonly string[];
  /** `unread`: what depends on the database is left to matchesStored. */
  readonly services: StoredServices | 'unread';
  /**
   * Files whose offers need a price in every currency. The others were written when the shop sold in other
   * ones; what has no price is not offered.
   */
  readonly priced: readonly string[];
};

type Stored = { readonly stored: StoredServices };
type Beside = { readonly common: SourceCommon; readonly against: CheckedAgainst };
type Report = (path: readonly PropertyKey[], code: CatalogueError, values?: ErrorValues) => void;

export function findServiceErrors(
  { file, value, findLine }: ServiceFile,
  all: readonly ServiceFile[],
  { common, against }: Beside,
): SourceError[] {
  const errors: SourceError[] = [];
  const error = createErrorBuilder(catalogueReasons, file, findLine);
  const report: Report = (...found) => errors.push(error(...found));
  const services = all.map((each) => each.value);
  for (const name of ['key', 'slug'] as const)
    if (services.filter((service) => service[name] === value[name]).length > 1) report([name], 'address-taken', { value: value[name] });
  const currencies = against.priced.includes(file) ? against.currencies : [];
  reportOffers(value, { services, common, currencies, report });
  reportAddOns(value, currencies, (path, ...error) => report(['addOns', ...path], ...error));
  value.stages?.forEach(({ id }, index) => {
    if (value.stages?.findIndex((each) => each.id === id) !== index) report(['stages', index, 'id'], 'used-twice', { value: id });
  });
  if (value.kind === 'bundle' && value.stages) report(['stages'], 'bundle-of-pieces');
  if (value.kind === 'bundle' && value.approval) report(['approval'], 'bundle-of-pieces');
  reportProduction(value, { common, report });
  const isKnown = value.state === 'archived' || !isPluginPart(value.kind) || !against.kinds || against.kinds.includes(value.kind);
  if (!isKnown) report(['kind'], 'kind-unknown', { kind: value.kind });
  if (against.services !== 'unread') reportStored(value, { services, stored: against.services, report });
  reportQuestions(value, common.fields, report);
  return errors;
}

/** Errors in the common file. */
export function findCommonErrors(
  { file, value, findLine }: Parsed<SourceCommon> & { readonly file: string },
  { services, platforms, currencies }: CheckedAgainst,
): SourceError[] {
  const errors: SourceError[] = [];
  const error = createErrorBuilder(catalogueReasons, file, findLine);
  const report: Report = (...found) => errors.push(error(...found));
  value.platforms.forEach((each, index) => {
    for (const name of ['key', 'number'] as const)
      if (value.platforms.findIndex((other) => other[name] === each[name]) < index)
        report(['platforms', index, name], 'used-twice', { value: each[name] });
  });
  reportPlatforms(value, platforms, report);
  reportConditions(value.fields, value.fields, report);
  if (value.currencies && (value.currencies.length !== currencies.length || !value.currencies.every((code) => currencies.includes(code))))
    report(['currencies'], 'currencies-elsewhere');
  reportNumbers(value, services === 'unread' ? [] : services, report);
  return errors;
}

/** Orders refer to a platform by its number, too. */
function reportPlatforms({ platforms }: SourceCommon, stored: StoredPlatforms, report: Report): void {
  platforms.forEach(({ key, number }, index) => {
    const holder = stored.find((each) => each.number === number && each.key !== key);
    const own = stored.find((each) => each.key === key);
    if (holder) report(['platforms', index, 'number'], 'number-of-other', { number, name: holder.name });
    else if (own && own.number !== number) report(['platforms', index, 'number'], 'number-changed', { number: own.number, name: own.name });
  });
}

/** Of what operators sell by hand. */
const reservedService = { key: '', number: CUSTOM_SERVICE, name: customService.words.name.en };

/** Orders refer to a service by its number. */
function reportNumbers({ numbers = {} }: SourceCommon, stored: StoredServices, report: Report): void {
  const entries = Object.entries(numbers);
  for (const [key, number] of entries) {
    const path = ['numbers', key];
    if (entries.find(([, each]) => each === number)?.[0] !== key) report(path, 'number-twice', { number });
    const holder = [...stored, reservedService].find((each) => each.number === number && each.key !== key);
    if (holder) report(path, 'number-of-other', { number, name: holder.name });
    const own = stored.find((each) => each.key === key);
    if (own && own.number !== number) report(path, 'number-changed', { number: own.number, name: own.name });
  }
}

function reportProduction(value: SourceService, { common, report }: Pick<Among, 'report'> & Pick<Beside, 'common'>): void {
  const { maker, quantityFrom } = value;
  value.platforms.forEach((key, index) => {
    if (!common.platforms.some((each) => each.key === key)) report(['platforms', index], 'platform-unknown', { key });
  });
  if (
    quantityFrom !== undefined &&
    !value.fields.some(({ name, kind, required }) => name === quantityFrom && kind === 'longText' && required)
  )
    report(['quantityFrom'], 'no-long-text', { name: quantityFrom });
  if (value.instructions !== undefined && maker !== 'language-model') report(['instructions'], 'instructions-without-model');
  value.offers.forEach((each, index) => {
    if (each.count !== undefined && value.countedIn === undefined) report(['offers', index, 'count'], 'count-without-unit');
    if (each.isInstant && maker !== 'text-checker' && !isPluginPart(maker ?? ''))
      report(['offers', index, 'isInstant'], 'instant-without-maker');
  });
}

type Among = { readonly services: readonly SourceService[]; readonly report: Report };

type Selling = { readonly currencies: readonly CurrencyCode[] };

function reportOffers(value: SourceService, { services, common, currencies, report }: Among & Selling & Pick<Beside, 'common'>): void {
  const ids = services.flatMap(({ offers }) => offers.map(({ id }) => id));
  value.offers.forEach((each, index) => {
    if (ids.filter((id) => id === each.id).length > 1) report(['offers', index, 'id'], 'used-twice', { value: each.id });
    if (each.minQuantity > each.maxQuantity) report(['offers', index, 'minQuantity'], 'minimum-above-maximum', { maximum: 'maxQuantity' });
    for (const code of currencies)
      if (each.prices[code] === undefined) report(['offers', index, 'prices'], 'price-missing', { currency: code });
    reportTiers(each, currencies, (path, ...error) => report(['offers', index, 'tiers', ...path], ...error));
    reportPlan(value, each, services, (path, ...error) => report(['offers', index, ...path], ...error));
    reportPieces(value, each, (field, ...error) => report(['offers', index, field], ...error));
    if (value.kind === 'bundle' && each.pieces.length === 0) report(['offers', index, 'pieces'], 'bundle-without-pieces');
    each.asks?.forEach((name, at) => {
      if (!common.fields.some((field) => field.name === name)) report(['offers', index, 'asks', at], 'question-not-common', { name });
    });
  });
}

type ReportField = (field: keyof SourceService['offers'][number], ...error: [CatalogueError, ErrorValues?]) => void;

/** A bundle has the turnaround of its pieces. */
function reportPieces({ kind, quantityFrom }: SourceService, offer: SourceService['offers'][number], report: ReportField): void {
  const { eachUnitIsPiece, turnaround, isInstant, maxQuantity } = offer;
  if (kind === 'bundle' && turnaround) report('turnaround', 'bundle-of-pieces');
  if (!eachUnitIsPiece) return;
  if (kind === 'bundle') report('eachUnitIsPiece', 'bundle-of-pieces');
  if (isInstant || quantityFrom !== undefined) report('eachUnitIsPiece', 'unit-pieces-measured');
  if (maxQuantity > MAX_UNIT_PIECES) report('maxQuantity', 'unit-pieces-too-many', { maximum: MAX_UNIT_PIECES });
}

/** A plan is bought once per subscription; what it gives is asked, made and dated by request. */
function reportPlan(
  { kind, interval, quantityFrom }: SourceService,
  offer: SourceService['offers'][number],
  services: readonly SourceService[],
  report: Report,
): void {
  const { plan } = offer;
  if (!plan) return;
  if (interval === null) report(['plan'], 'plan-without-interval');
  if (kind === 'bundle') report(['plan'], 'plan-of-bundle');
  if (offer.maxQuantity !== 1) report(['maxQuantity'], 'plan-quantity');
  for (const name of ['turnaround', 'eachUnitIsPiece', 'isInstant', 'asks', 'count'] as const)
    if (offer[name]) report([name], 'not-of-plan');
  if (quantityFrom !== undefined) report(['plan'], 'not-of-plan');
  const costs = Object.entries(plan.services);
  if (costs.length === 0) report(['plan', 'services'], 'plan-without-services');
  for (const [key, credits] of costs) {
    const path = ['plan', 'services', key];
    const named = services.find((each) => each.key === key);
    if (!named) report(path, 'plan-service-unknown', { key });
    else if (named.kind === 'bundle' || named.interval !== null) report(path, 'plan-service-repeated', { name: named.name.en });
    if (plan.requests !== null && credits > plan.requests) report(path, 'plan-credits-too-many', { maximum: plan.requests });
  }
  if (plan.requests === null && plan.rollover) report(['plan', 'rollover'], 'plan-rollover-idle');
}

/** Tiers ascend and get cheaper, each in every currency. */
function reportTiers({ tiers = [], prices }: SourceService['offers'][number], currencies: readonly CurrencyCode[], report: Report): void {
  tiers.forEach((tier, index) => {
    const before = tiers[index - 1];
    if (before && tier.from <= before.from) report([index, 'from'], 'tier-not-more', { from: before.from });
    for (const code of currencies) if (tier.prices[code] === undefined) report([index, 'prices'], 'price-missing', { currency: code });
    for (const [code, price] of Object.entries(tier.prices)) {
      const priceBefore = (before?.prices ?? prices)[code];
      if (priceBefore !== undefined && price >= priceBefore) report([index, 'prices', code], 'tier-not-cheaper');
    }
  });
}

/**
 * Each has a key of its own, a price in every currency or a percentage, and offers of this service. Only a
 * counted one has a maximum.
 */
function reportAddOns({ addOns = [], offers }: SourceService, currencies: readonly CurrencyCode[], report: Report): void {
  addOns.forEach(({ id, charged, maxQuantity, percent, prices, offers: only }, index) => {
    if (addOns.findIndex((each) => each.id === id) < index) report([index, 'id'], 'used-twice', { value: id });
    if (charged === 'counted' && maxQuantity === undefined) report([index, 'maxQuantity'], 'maximum-missing');
    if (charged !== 'counted' && maxQuantity !== undefined) report([index, 'maxQuantity'], 'maximum-idle');
    if (charged === 'percent') {
      if (percent === undefined) report([index, 'percent'], 'percent-missing');
      if (prices !== undefined) report([index, 'prices'], 'prices-idle');
    } else {
      if (percent !== undefined) report([index, 'percent'], 'percent-idle');
      for (const code of currencies) if (prices?.[code] === undefined) report([index, 'prices'], 'price-missing', { currency: code });
    }
    if (only?.length === 0) report([index, 'offers'], 'offers-empty');
    only?.forEach((offer, at) => {
      if (!offers.some((each) => each.id === offer)) report([index, 'offers', at], 'offer-unknown', { offer });
    });
  });
}

/**
 * A bundle may contain offers of a service that has no file any more. Slugs and offer ids stay with their
 * service, because orders refer to them.
 */
function reportStored(value: SourceService, { services, stored, report }: Among & Stored): void {
  const others = stored.filter(({ key }) => key !== value.key);
  const withoutFile = stored.filter(({ key }) => !services.some((each) => each.key === key));
  const singles = [...services.map(({ kind, offers }) => ({ kind, offers: offers.map(({ id }) => id) })), ...withoutFile].flatMap(
    ({ kind, offers }) => (kind === 'bundle' ? [] : offers),
  );
  const slugOwner = withoutFile.find(({ key, slug }) => slug === value.slug && key !== value.key);
  if (slugOwner) report(['slug'], 'address-of-archived', { slug: value.slug, name: slugOwner.name });
  value.offers.forEach(({ id, pieces }, index) => {
    const owner = others.find(({ offers }) => offers.includes(id));
    if (owner) report(['offers', index, 'id'], 'offer-of-other', { id, name: owner.name });
    pieces.forEach(({ offer }, at) => {
      if (!singles.includes(offer)) report(['offers', index, 'pieces', at, 'offer'], 'piece-unknown', { offer });
    });
  });
}

/** Whether files that were checked without the database fit what it knows. */
export function matchesStored({ common, services }: CatalogueSource, { services: stored, platforms }: StoredCatalogue): boolean {
  let errors = 0;
  const report = () => errors++;
  reportNumbers(common, stored, report);
  reportPlatforms(common, platforms, report);
  for (const value of services) reportStored(value, { services, stored, report });
  return errors === 0;
}
