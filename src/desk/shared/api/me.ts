// The operator who is logged in.
import { createContext, useContext } from 'react';
import type { Me } from '#modules/staff/shapes.ts';
import type { Permission } from '#modules/staff/shapes-roles.ts';

const MeContext = createContext<Me | undefined>(undefined);
export const MeProvider = MeContext.Provider;

const RefreshMeContext = createContext<() => Promise<unknown>>(() => Promise.resolve());
export const RefreshMeProvider = RefreshMeContext.Provider;

/** Reads the operator again, after a change of their own account. */
export const useRefreshMe = (): (() => Promise<unknown>) => useContext(RefreshMeContext);

/** Undefined before the log-in. */
export const useOperator = (): Me | undefined => useContext(MeContext);

export function useMe(): Me {
  const me = useOperator();
  if (!me) throw new Error('useMe() needs a logged-in operator');
  return me;
}

/** What the shop sells in, and with that what it sold in before. */
export const useCurrencies = (): Me['currencies'] => useMe().currencies;

export const useMay = (act: Permission): boolean => useMe().acts.includes(act);
