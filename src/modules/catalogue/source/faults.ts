// Faults between the owner's catalogue files, and between the files and the services of before. Pure.
import type { Parsed, SourceFault } from '../../../lib/yaml/source.ts';
import type { FieldSource } from '../rules.ts';
import type { ServiceState } from '../shapes.ts';
import type { SourceCommon, SourceService } from './source.ts';

export type ServiceFile = Parsed<SourceService> & { readonly file: string };

/** The services that the database knows, also those without a file: their names and numbers are never given to others. */
export type StoredServices = readonly {
  readonly key: string;
  readonly name: string;
  readonly slug: string;
  readonly kind: SourceService['kind'];
  readonly state: ServiceState;
  readonly offers: readonly string[];
}[];

type Stored = { readonly stored: StoredServices };
type Beside = { readonly common: SourceCommon; readonly stored: StoredServices | 'unread' };
type Report = (path: readonly PropertyKey[], reason: string) => void;

/** `unread`: what depends on the database is left to fitsStored. */
export function faultsBetween(
  { file, value, lineOf }: ServiceFile,
  all: readonly ServiceFile[],
  { common, stored }: Beside,
): SourceFault[] {
  const faults: SourceFault[] = [];
  const report: Report = (path, reason) =>
    faults.push({ file, line: lineOf(path), reason: `${path.join('.')}: ${reason}`, path: path.join('.') });
  const services = all.map((each) => each.value);
  for (const name of ['key', 'slug'] as const)
    if (services.filter((service) => service[name] === value[name]).length > 1) report([name], `"${value[name]}" is used by two files`);
  reportOffers(value, { services, common, report });
  if (stored !== 'unread') reportStored(value, { services, stored, report });
  const names = [...common.fields, ...value.fields].map(({ name }) => name);
  value.fields.forEach((each, index) => {
    const reason = fieldFault(each, names);
    if (reason) report(['fields', index, 'name'], reason);
  });
  return faults;
}

type Among = { readonly services: readonly SourceService[]; readonly report: Report };

function reportOffers(value: SourceService, { services, common, report }: Among & Pick<Beside, 'common'>): void {
  const ids = services.flatMap(({ offers }) => offers.map(({ id }) => id));
  value.offers.forEach((each, index) => {
    if (ids.filter((id) => id === each.id).length > 1) report(['offers', index, 'id'], `"${each.id}" is used twice`);
    if (each.minQuantity > each.maxQuantity) report(['offers', index, 'minQuantity'], 'is more than maxQuantity');
    for (const code of common.currencies)
      if (each.prices[code] === undefined) report(['offers', index, 'prices'], `has no price in ${code}`);
    if (value.kind === 'bundle' && each.pieces.length === 0) report(['offers', index, 'pieces'], 'a bundle needs pieces');
    each.asks?.forEach((name, at) => {
      if (!common.fields.some((field) => field.name === name)) report(['offers', index, 'asks', at], `"${name}" is no common question`);
    });
  });
}

/** A bundle may contain offers of a service that has no file any more. Slugs and offer ids stay with their service, because orders refer to them. */
function reportStored(value: SourceService, { services, stored, report }: Among & Stored): void {
  const others = stored.filter(({ key }) => key !== value.key);
  const withoutFile = stored.filter(({ key }) => !services.some((each) => each.key === key));
  const singles = [...services.map(({ kind, offers }) => ({ kind, offers: offers.map(({ id }) => id) })), ...withoutFile].flatMap(
    ({ kind, offers }) => (kind === 'service' ? offers : []),
  );
  const slugOwner = withoutFile.find(({ key, slug }) => slug === value.slug && key !== value.key);
  if (slugOwner) report(['slug'], `"${value.slug}" is the address of ${slugOwner.name}, which is archived`);
  value.offers.forEach(({ id, pieces }, index) => {
    const owner = others.find(({ offers }) => offers.includes(id));
    if (owner) report(['offers', index, 'id'], `"${id}" is an offer of ${owner.name}: orders refer to it`);
    pieces.forEach(({ offer }, at) => {
      if (!singles.includes(offer)) report(['offers', index, 'pieces', at, 'offer'], `"${offer}" is no offer of a single service`);
    });
  });
}

/** Whether files that were checked without the database fit what it knows. */
export function fitsStored(services: readonly SourceService[], stored: StoredServices): boolean {
  let faults = 0;
  for (const value of services) reportStored(value, { services, stored, report: () => faults++ });
  return faults === 0;
}

function fieldFault({ name, kind, min, max, options }: FieldSource, names: readonly string[]): string | undefined {
  if (names.filter((other) => other === name).length > 1) return `"${name}" is asked twice`;
  if (min !== undefined && max !== undefined && min > max) return 'min is more than max';
  const needsOptions = kind === 'choice' || kind === 'choices';
  if (needsOptions !== (options !== undefined)) return needsOptions ? 'a choice needs options' : `${kind} takes no options`;
  return undefined;
}
