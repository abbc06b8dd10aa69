// Whether the account is to be closed, told on every page of the cabinet, with the way back. It is known later than the page is shown, so it stands below
// and sticks to the end of the window: nothing moves when it comes.
import { createContext, type ReactNode, use, useRef, useState } from 'react';
import { LazyPart } from '../../../ui/display/lazy.tsx';
import { call } from '../../api/client.ts';
import { useQuery } from '../../api/use-query.ts';
import css from './deletion-state.module.css';

type Leaving = {
  /** Null as long as nobody wants it closed, or nobody knows. */
  readonly eraseAt: string | null;
  /** It was asked for here. */
  readonly asked: (eraseAt: string) => void;
};

const LeavingContext = createContext<Leaving>({ eraseAt: null, asked: () => undefined });

export const useDeletionState = (): Leaving => use(LeavingContext);

const loadBanner = () => import('./deletion-banner.tsx').then(({ ClosingBanner }) => ClosingBanner);
const nothing = () => undefined;
const load = (signal: AbortSignal) => call('GET /api/Accounts/closing', undefined, { signal });

export function DeletionNotice({ children }: { children: ReactNode }) {
  const { data } = useQuery(load);
  // What was done here is newer than what was loaded.
  const [done, setDone] = useState<{ readonly eraseAt: string | null }>();
  const place = useRef<HTMLDivElement>(null);
  const { eraseAt = null } = done ?? data ?? {};
  const kept = () => {
    setDone({ eraseAt: null });
    // The button that had the focus is gone.
    place.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <LeavingContext value={{ eraseAt, asked: (moment) => setDone({ eraseAt: moment }) }}>{children}</LeavingContext>
      {eraseAt === null ? null : <LazyPart load={loadBanner} given={{ eraseAt, isNews: done !== undefined, kept }} failed={nothing} />}
    </div>
  );
}
