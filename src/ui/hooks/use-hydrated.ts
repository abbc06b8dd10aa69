import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and in the first render. Used to show what only works with JavaScript. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
