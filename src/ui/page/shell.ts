// Types of the data of the frame around every page.
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { SocialLink } from '#lib/rendering.ts';
import type { Calendar } from '#lib/time/calendar.ts';
import type { DateLocale } from '#lib/time/date.ts';

type LinkData = { readonly to: string; readonly label: string };
type MenuData = {
  readonly header: readonly LinkData[];
  /** Of the footer. */
  readonly columns: readonly { readonly title: string; readonly links: readonly LinkData[] }[];
  readonly note?: string;
};

export type ShellData = {
  readonly brand: string;
  /** HTML. */
  readonly logo: string;
  readonly tagline: string;
  readonly claim: string;
  readonly supportEmail: string;
  /** Absent: there are none. */
  readonly social?: readonly SocialLink[];
  readonly menus: MenuData;
  readonly seller: readonly string[];
  /** What the shop sells in, in the owner's order. */
  readonly currencies: readonly (readonly [currency: CurrencyNumber, name: string])[];
  /** How the shop writes days. */
  readonly dateLocale: DateLocale;
  /** In which turnarounds are counted. */
  readonly calendar: Calendar;
};
