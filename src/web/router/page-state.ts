// What stands on the stage, and what can be asked of it. Types alone, so that a part of a page may know them without the screens that hold it.
import type { I18n } from '@lingui/core';
import type { Locale } from '../../lib/locale.ts';
import type { CurrencyNumber } from '../../lib/money/money.ts';
import type { Params, ScreenName } from '../../pages.ts';
import type { Loaded } from './page-data.ts';

export type PageState = Loaded & {
  readonly address: string;
  readonly screen: ScreenName;
  readonly params: Params;
  readonly locale: Locale;
  readonly currency: CurrencyNumber;
  readonly i18n: I18n;
  /** Counts navigations; 0 is the page that the server made. */
  readonly turn: number;
  /** Where the new page stands; undefined leaves it where it is. */
  readonly scroll: number | undefined;
};

export type Navigation = {
  readonly pageState: PageState;
  /** Something takes longer than a moment. */
  readonly busy: boolean;
  /** What could not be loaded, to be tried again. */
  readonly trouble: (() => void) | undefined;
  readonly go: (to: string, options?: GoOptions) => Promise<void>;
  /** The address that was decided on last, drawn or not. */
  readonly at: () => string;
  /** Another choice of the page that is here; nothing is asked for, and focus and place stay. */
  readonly setQuery: (to: string, options?: GoOptions) => void;
  readonly setLocale: (locale: Locale) => Promise<void>;
  readonly pay: (currency: CurrencyNumber) => Promise<void>;
};

export type GoOptions = { readonly replace?: boolean; readonly pop?: boolean };
