// Service filter by need, read from and written to the address on server and client. Pure.

import type { ServiceGroup, ServiceSheet, ServicesData } from '#ui/page/data.ts';
import { formatQuery, getPageRow, href, listChosen, pages, parseQuery } from '../../../pages.ts';

export const serviceKinds: readonly ServiceGroup[] = pages.services.query.kind;

const row = getPageRow('services');

export function findKindInAddress(address: string): ServiceGroup | undefined {
  const chosen = new Map(listChosen(row, parseQuery(address)));
  return serviceKinds.find((kind) => kind === chosen.get('kind'));
}

export const filterAddress = (kind: ServiceGroup | undefined): string => href('services') + formatQuery(listChosen(row, { kind }));

/** Those that the shop has services of, in the order of the filter. */
export const listKinds = ({ services, bundles }: ServicesData): readonly ServiceGroup[] =>
  serviceKinds.filter((kind) => [...services, ...bundles].some((sheet) => sheet.kind === kind));

export const isOfKind = (sheet: ServiceSheet, kind: ServiceGroup | undefined): boolean => kind === undefined || sheet.kind === kind;

export function filterServices({ services, bundles }: ServicesData, kind: ServiceGroup | undefined): ServicesData {
  const fits = (sheet: ServiceSheet) => isOfKind(sheet, kind);
  return { services: services.filter(fits), bundles: bundles.filter(fits) };
}
