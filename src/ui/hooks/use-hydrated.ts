import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and in the first render: what only works with script is shown when the script is there. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
