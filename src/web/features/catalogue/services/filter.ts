// Service filter by kind and platform, read from and written to the address on server and client. Pure.
import { chosenQuery, href, pageRow, pages, queryOf, spellQuery } from '../../../../pages.ts';
import type { ServiceSheet, ServicesData } from '../../../router/page/data.ts';

export type ServiceKind = (typeof pages.services.query.kind)[number];
export type ServiceFilter = { readonly kind: ServiceKind | undefined; readonly platform: ServicesData['platforms'][number] | undefined };

export const serviceKinds: readonly ServiceKind[] = pages.services.query.kind;

const row = pageRow('services');

/** Platforms that the owner does not offer are ignored. */
export function filterOf(address: string, { platforms }: Pick<ServicesData, 'platforms'>): ServiceFilter {
  const chosen = new Map(chosenQuery(row, queryOf(address)));
  return {
    kind: serviceKinds.find((kind) => kind === chosen.get('kind')),
    platform: platforms.find(({ key }) => key === chosen.get('platform')),
  };
}

/** Address of a filter; parameters are in the order of the page table. */
export const filterAddress = ({ kind, platform }: ServiceFilter): string =>
  href('services') + spellQuery(chosenQuery(row, { kind, platform: platform?.key }));

export type Sifted = Pick<ServicesData, 'services' | 'bundles'>;

export function siftServices({ services, bundles }: Sifted, { kind, platform }: ServiceFilter): Sifted {
  const fits = ({ platforms }: ServiceSheet) => platform === undefined || platforms.length === 0 || platforms.includes(platform.platform);
  return {
    services: kind === 'bundle' ? [] : services.filter(fits),
    bundles: kind === 'service' ? [] : bundles.filter(fits),
  };
}

/** Platforms with a surcharge show it in their label. */
export const platformName = ({ name, surchargePercent }: ServicesData['platforms'][number]): string =>
  surchargePercent > 0 ? `${name} (+${surchargePercent} %)` : name;

/** Services made for one of the customer's platforms; all others fit any. */
export const madeFor = ({ services, bundles }: Sifted, platform: NonNullable<ServiceFilter['platform']>): readonly ServiceSheet[] =>
  [...services, ...bundles].filter(({ platforms }) => platforms.includes(platform.platform));
