// Whether the account is to be closed, told on every page of the cabinet, with the way back. It is known later than the page is shown, so it stands below
// and sticks to the end of the window: nothing moves when it comes.
import { Trans, useLingui } from '@lingui/react/macro';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { call } from '../client.ts';
import button from '../ui/button.module.css';
import { toast } from '../ui/toasts.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { usePress } from '../ui/use-press.ts';
import { Wrong } from '../ui/wrong.tsx';
import css from './cabinet-leaving.module.css';
import { MomentOf } from './moment.tsx';

type Leaving = {
  /** Null as long as nobody wants it closed, or nobody knows. */
  readonly eraseAt: string | null;
  /** It was asked for here. */
  readonly asked: (eraseAt: string) => void;
};

const LeavingContext = createContext<Leaving>({ eraseAt: null, asked: () => undefined });

export const useLeaving = (): Leaving => use(LeavingContext);

const load = (signal: AbortSignal) => call('GET /api/Accounts/closing', undefined, { signal });

export function LeavingTold({ children }: { children: ReactNode }) {
  const { data } = useLoaded(load);
  // What was done here is newer than what was loaded.
  const [done, setDone] = useState<{ readonly eraseAt: string | null }>();
  const place = useRef<HTMLDivElement>(null);
  const { eraseAt = null } = done ?? data ?? {};
  const { t } = useLingui();
  const kept = () => {
    setDone({ eraseAt: null });
    toast({ text: t`Your account stays.` });
    // The button that had the focus is gone.
    place.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <LeavingContext value={{ eraseAt, asked: (moment) => setDone({ eraseAt: moment }) }}>{children}</LeavingContext>
      {eraseAt === null ? null : <Banner eraseAt={eraseAt} isNews={done !== undefined} kept={kept} />}
    </div>
  );
}

/** `isNews`: somebody asked for it just now, and is led to what came of it. */
function Banner({ eraseAt, isNews, kept }: { eraseAt: string; isNews: boolean; kept: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes.
  useEffect(() => {
    if (isNews) title.current?.focus();
  }, []);
  return (
    <section className={css.banner} aria-labelledby="leaving">
      <div className={css.told}>
        <h2 id="leaving" ref={title} tabIndex={-1}>
          <Trans>Your account will be deleted</Trans>
        </h2>
        <p>
          <Trans>
            This happens on <MomentOf iso={eraseAt} />. Until then you can keep it, with everything in it.
          </Trans>
        </p>
      </div>
      <Keep kept={kept} />
    </section>
  );
}

function Keep({ kept }: { kept: () => void }) {
  const { refused, press } = usePress(async () => {
    await call('POST /api/Accounts/keep-account', undefined);
    kept();
  });
  return (
    <div className={css.acts}>
      <button type="button" className={button.main} {...press}>
        <Trans>Keep my account</Trans>
      </button>
      <Wrong of={refused} />
    </div>
  );
}
