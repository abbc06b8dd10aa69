// What every part of a page may ask: the language, the currency, the frame's texts, and how to change them.
import { createContext, use } from 'react';
import { type CurrencyNumber, showMoney } from '../../lib/money/money.ts';
import type { Navigation } from './page-state.ts';

export type PageContext = Pick<Navigation, 'go' | 'setQuery' | 'setLocale'> &
  Pick<Navigation['pageState'], 'address' | 'locale' | 'currency' | 'screen' | 'shell'> & {
    /** Changes the currency; asks first where that empties the cart. */
    readonly choose: (currency: CurrencyNumber) => void;
  };

export const VisitContext = createContext<PageContext | undefined>(undefined);

export function usePage(): PageContext {
  const visit = use(VisitContext);
  if (!visit) throw new Error('a part of a page stands outside of the page');
  return visit;
}

/** An amount in the currency that the page is in. */
export function useMoney(): (amount: number, digits?: 'always' | 'ifAny') => string {
  const { locale, currency } = usePage();
  return (amount, digits = 'always') => showMoney({ amount, currency }, locale, digits);
}
