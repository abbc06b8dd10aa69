// Context of a page: locale, currency, layout data, navigation.
import { createContext, use } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { ScreenName } from '../../pages.ts';
import type { Navigation } from './state.ts';

export type PageContext = Pick<Navigation, 'go' | 'setQuery'> &
  Pick<Navigation['pageState'], 'address' | 'locale' | 'currency' | 'shell'> & { readonly screen: ScreenName };

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
