// What every part of a page may ask: the language, the currency, the frame's texts, and how to change them.
import { createContext, use } from 'react';
import { type CurrencyNumber, showMoney } from '../../lib/money/money.ts';
import type { Stage } from './page-state.ts';

export type Visit = Pick<Stage, 'go' | 'sift' | 'speak'> &
  Pick<Stage['scene'], 'address' | 'locale' | 'currency' | 'screen' | 'shell'> & {
    /** Changes the currency; asks first where that empties the cart. */
    readonly choose: (currency: CurrencyNumber) => void;
  };

export const VisitContext = createContext<Visit | undefined>(undefined);

export function useVisit(): Visit {
  const visit = use(VisitContext);
  if (!visit) throw new Error('a part of a page stands outside of the page');
  return visit;
}

/** An amount in the currency that the page is in. */
export function useMoney(): (amount: number, digits?: 'always' | 'ifAny') => string {
  const { locale, currency } = useVisit();
  return (amount, digits = 'always') => showMoney({ amount, currency }, locale, digits);
}
