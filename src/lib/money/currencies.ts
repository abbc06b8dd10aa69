// The currencies that a shop can sell in, and their names. Server only: pages get the names of the shop's
// with their data.
import { getLanguage, type Locale } from '../locale.ts';
import { type CurrencyCode, type CurrencyNumber, getCurrencyCode } from './money.ts';

/** ISO 4217, without funds, metals and what is no longer money. */
export const currencyCodes: readonly CurrencyCode[] =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF
DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD
KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR
RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV
WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(/\s/);

export const isCurrencyCode = (code: string): code is CurrencyCode => currencyCodes.includes(code);

/**
 * "US dollar", "Dólar estadounidense", "米ドル": the singular, which `Intl.DisplayNames` would write in
 * capitals.
 */
export function getCurrencyName(currency: CurrencyNumber, locale: Locale): string {
  const key = `${currency} ${getLanguage(locale).intl}`;
  const name = names.get(key) ?? nameFromIntl(currency, locale);
  names.set(key, name);
  return name;
}

/** Every page shows them, and Intl needs a tenth of a millisecond for each. */
const names = new Map<string, string>();

function nameFromIntl(currency: CurrencyNumber, locale: Locale): string {
  const format = new Intl.NumberFormat(getLanguage(locale).intl, {
    style: 'currency',
    currency: getCurrencyCode(currency),
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
  });
  const name = format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? '';
  // Japanese names of several words are written without the space that Intl has.
  return locale === 'jp' ? name.replaceAll(' ', '') : name.charAt(0).toUpperCase() + name.slice(1);
}
