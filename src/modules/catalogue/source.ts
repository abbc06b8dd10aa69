// Parses the owner's catalogue files, one common file and one per service, into a catalogue or a list of faults.
import * as z from 'zod/mini';
import { currencyCodes } from '../../lib/money/money.ts';
import { isFaults, type Parsed, parseYaml, type SourceFault } from '../../lib/yaml/source.ts';
import { platformKeys, serviceKeys } from './keys.ts';
import type { FieldSource } from './rules.ts';
import { fieldKinds } from './shapes.ts';

const filled = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));
const words = z.strictObject({ en: filled, es: filled, jp: filled });
const nonNegativeInteger = z.int().check(z.gte(0));

const field = z.strictObject({
  name: z.string().check(z.regex(/^[a-z][A-Za-z0-9]*$/, 'must be letters and digits, beginning with a small letter')),
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  min: z.optional(z.int()),
  max: z.optional(z.int()),
  itemMax: z.optional(nonNegativeInteger),
  options: z.optional(z.array(z.strictObject({ value: filled, label: words })).check(z.minLength(1))),
  label: words,
  help: words,
});

const offer = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens')),
  unit: words,
  note: words,
  minQuantity: z.int().check(z.gte(1)),
  maxQuantity: z.int().check(z.gte(1), z.lte(1000)),
  prices: z.strictObject(Object.fromEntries(currencyCodes.map((code) => [code, z.optional(z.int().check(z.gte(1), z.lte(100_000_00)))]))),
  pieces: z.array(z.strictObject({ offer: filled, quantity: z.int().check(z.gte(1)) })),
  /** If different from the service's. */
  revisions: z.optional(nonNegativeInteger),
  /** The common questions it asks; default: all. */
  asks: z.optional(z.array(filled)),
});

const commonShape = z.strictObject({
  currencies: z.array(z.enum(currencyCodes)),
  platforms: z.array(
    z.strictObject({
      key: z.enum(platformKeys),
      name: filled,
      surchargePercent: z.int().check(z.gte(0), z.lte(100)),
      hosts: z.array(z.string().check(z.regex(/^[a-z0-9.-]+\.[a-z]+$/, 'must be a host name, such as x.com'))).check(z.minLength(1)),
    }),
  ),
  fields: z.array(field),
});

const serviceFileShape = z.strictObject({
  key: z.enum(serviceKeys),
  slug: z.string().check(z.regex(/^[a-z]+(-[a-z]+)*$/, 'must be small letters and hyphens')),
  kind: z.enum(['service', 'bundle']),
  position: nonNegativeInteger,
  madeBy: z.enum(['person', 'automatic', 'mixed']),
  platforms: z.array(z.enum(platformKeys)),
  revisions: nonNegativeInteger,
  interval: z.nullable(z.literal('month')),
  turnaround: z.enum(['48h', 'minute']),
  name: words,
  summary: words,
  description: words,
  contains: z.array(words).check(z.minLength(1)),
  excludes: z.array(words),
  sample: z.strictObject({ caption: words, text: words }),
  fields: z.array(field),
  offers: z.array(offer).check(z.minLength(1)),
});

/** The common file; every other file is one service. */
export const COMMON_FILE = 'common.yaml';

export type SourceService = z.output<typeof serviceFileShape>;
export type SourceCommon = z.output<typeof commonShape>;
export type CatalogueSource = { readonly common: SourceCommon; readonly services: readonly SourceService[] };

type ReadFile = { readonly file: string; readonly text: string };
type ServiceFile = Parsed<SourceService> & { readonly file: string };

/** Parses all files together, because many faults are between files. */
export function parseCatalogue(common: ReadFile, services: readonly ReadFile[]): CatalogueSource | readonly SourceFault[] {
  const faults: SourceFault[] = [];
  const parsedCommon = parseYaml(common.file, common.text, commonShape);
  if (isFaults(parsedCommon)) faults.push(...parsedCommon);
  const parsed: ServiceFile[] = [];
  for (const { file, text } of services) {
    const outcome = parseYaml(file, text, serviceFileShape);
    if (isFaults(outcome)) faults.push(...outcome);
    else parsed.push({ file, ...outcome });
  }
  if (faults.length > 0 || isFaults(parsedCommon)) return faults;
  faults.push(...missingServices(common.file, parsed), ...parsed.flatMap((each) => crossFaults(each, parsed, parsedCommon.value)));
  if (faults.length > 0) return faults;
  return { common: parsedCommon.value, services: parsed.map((each) => each.value).sort((a, b) => a.position - b.position) };
}

function missingServices(file: string, parsed: readonly ServiceFile[]): SourceFault[] {
  const there = new Set<string>(parsed.map(({ value }) => value.key));
  return serviceKeys.filter((key) => !there.has(key)).map((key) => ({ file, line: 1, reason: `no file describes the service ${key}` }));
}

/** Checks between files: duplicate names, unknown pieces, inverted limits, repeated common questions. */
function crossFaults(each: ServiceFile, all: readonly ServiceFile[], common: SourceCommon): SourceFault[] {
  const { file, value, lineOf } = each;
  const faults: SourceFault[] = [];
  const fault = (path: readonly PropertyKey[], reason: string) =>
    faults.push({ file, line: lineOf(path), reason: `${path.join('.')}: ${reason}`, path: path.join('.') });
  const offers = all.flatMap(({ value: service }) => service.offers.map(({ id }) => ({ id, kind: service.kind })));
  for (const name of ['key', 'slug'] as const)
    if (all.filter((service) => service.value[name] === value[name]).length > 1) fault([name], `"${value[name]}" is used by two files`);
  value.offers.forEach((each, index) => {
    if (offers.filter(({ id }) => id === each.id).length > 1) fault(['offers', index, 'id'], `"${each.id}" is used twice`);
    if (each.minQuantity > each.maxQuantity) fault(['offers', index, 'minQuantity'], 'is more than maxQuantity');
    for (const code of common.currencies)
      if (each.prices[code] === undefined) fault(['offers', index, 'prices'], `has no price in ${code}`);
    if (value.kind === 'bundle' && each.pieces.length === 0) fault(['offers', index, 'pieces'], 'a bundle needs pieces');
    each.asks?.forEach((name, at) => {
      if (!common.fields.some((commonField) => commonField.name === name))
        fault(['offers', index, 'asks', at], `"${name}" is no common question`);
    });
    each.pieces.forEach((piece, at) => {
      const found = offers.find(({ id }) => id === piece.offer);
      if (found?.kind !== 'service') fault(['offers', index, 'pieces', at, 'offer'], `"${piece.offer}" is no offer of a single service`);
    });
  });
  const names = [...common.fields, ...value.fields].map(({ name }) => name);
  value.fields.forEach((each, index) => {
    const reason = fieldFault(each, names);
    if (reason) fault(['fields', index, 'name'], reason);
  });
  return faults;
}

function fieldFault({ name, kind, min, max, options }: FieldSource, names: readonly string[]): string | undefined {
  if (names.filter((other) => other === name).length > 1) return `"${name}" is asked twice`;
  if (min !== undefined && max !== undefined && min > max) return 'min is more than max';
  const needsOptions = kind === 'choice' || kind === 'choices';
  if (needsOptions !== (options !== undefined)) return needsOptions ? 'a choice needs options' : `${kind} takes no options`;
  return undefined;
}
