// Context of a page: address, locale, currency, layout data.
import { createContext, use } from 'react';
import type { Locale } from '#lib/locale.ts';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import type { ScreenName } from '../../pages.ts';
import type { ShellData } from './shell.ts';

export type PageContext = {
  readonly address: string;
  readonly screen: ScreenName;
  readonly locale: Locale;
  readonly currency: CurrencyNumber;
  readonly shell: ShellData;
};

export const VisitContext = createContext<PageContext | undefined>(undefined);

export function usePage(): PageContext {
  const visit = use(VisitContext);
  if (!visit) throw new Error('usePage() must be used inside <VisitContext>');
  return visit;
}

/** Formats an amount in the page's currency. */
export function useMoney(): (amount: number, digits?: 'always' | 'ifAny') => string {
  const { locale, currency } = usePage();
  return (amount, digits = 'always') => showMoney({ amount, currency }, locale, digits);
}
