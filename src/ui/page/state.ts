// Types of the page state and its navigation, apart from the components, so that importing them makes no
// circle.
import type { I18n } from '@lingui/core';
import type { Locale } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { AppPageName, Params, ScreenName } from '../../pages.ts';
import type { Loaded } from './data.ts';

export type PageState<Name extends ScreenName = AppPageName> = Loaded & {
  readonly address: string;
  readonly screen: Name;
  readonly params: Params;
  readonly locale: Locale;
  readonly currency: CurrencyNumber;
  readonly i18n: I18n;
  /** Counts navigations; 0 is the page that the server made. */
  readonly turn: number;
  /** Scroll position of the new page; undefined leaves it unchanged. */
  readonly scroll: number | undefined;
};

export type Navigation = {
  readonly pageState: PageState;
  /** A navigation is slow. */
  readonly busy: boolean;
  readonly go: (to: string, options?: GoOptions) => Promise<void>;
  /** Address of the latest navigation, rendered or not. */
  readonly at: () => string;
  /** Changes the query of the current page without a load; focus and scroll position stay. */
  readonly setQuery: (to: string, options?: GoOptions) => void;
};

export type GoOptions = { readonly replace?: boolean; readonly pop?: boolean };
