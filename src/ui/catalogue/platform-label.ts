// Name of a platform with its surcharge, as in "Print (+10%)". Pure.
import { numberFormat } from '#lib/intl-formats.ts';
import { getLanguage, type Locale } from '#lib/locale.ts';
import type { PlatformType } from '#modules/catalogue/shapes.ts';

/** Spanish puts a space before the sign. */
export const showPercent = (percent: number, locale: Locale): string =>
  numberFormat(getLanguage(locale).intl, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);

export const formatPlatform = ({ name, surchargePercent }: Pick<PlatformType, 'name' | 'surchargePercent'>, locale: Locale): string =>
  surchargePercent > 0 ? `${name} (+${showPercent(surchargePercent, locale)})` : name;
