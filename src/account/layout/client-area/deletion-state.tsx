// Loads whether the account is about to be deleted and shows the banner on every page of the client area. The
// banner sticks to the bottom of the window, so that nothing moves when it appears.
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useRef, useState } from 'react';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { apiQuery } from '../../api/queries.ts';
import css from './deletion-state.module.css';

type Leaving = {
  /** Null if no deletion was requested, or not loaded yet. */
  readonly eraseAt: string | null;
  /** It was requested on this page. */
  readonly onRequested: (eraseAt: string) => void;
};

const LeavingContext = createContext<Leaving>({ eraseAt: null, onRequested: () => undefined });

export const useDeletionState = (): Leaving => use(LeavingContext);

const ClosingBanner = createLazyPart(() => import('./deletion-banner.tsx').then(({ ClosingBanner }) => ClosingBanner));
const closingQuery = apiQuery('GET /api/Accounts/closing', undefined);

export function DeletionNotice({ children }: { children: ReactNode }) {
  const { data } = useQuery(closingQuery);
  // A change made here is newer than what was loaded.
  const [done, setDone] = useState<{ readonly eraseAt: string | null }>();
  const place = useRef<HTMLDivElement>(null);
  const { eraseAt = null } = done ?? data ?? {};
  const onCancelled = () => {
    setDone({ eraseAt: null });
    // The button that had the focus is gone.
    place.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <LeavingContext value={{ eraseAt, onRequested: (moment) => setDone({ eraseAt: moment }) }}>{children}</LeavingContext>
      {eraseAt === null ? null : <ClosingBanner eraseAt={eraseAt} isNews={done !== undefined} onCancelled={onCancelled} />}
    </div>
  );
}
