// Renders a component from a lazy chunk. If the chunk fails to load, the page is reloaded once.
import { type ComponentType, useEffect, useState } from 'react';
import { reloadOnce } from '../browser/reload-once.ts';

type Props<Given extends object> = {
  readonly load: () => Promise<ComponentType<Given>>;
  readonly props: Given;
  /** Called when the chunk cannot be loaded. */
  readonly failed: () => void;
};

export function LazyPart<Given extends object>({ load, props, failed }: Props<Given>) {
  const [Part, setPart] = useState<ComponentType<Given>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, on first render.
  useEffect(() => {
    let gone = false;
    load().then(
      (come) => setPart(() => come),
      () => {
        // Unmounted: another page may be open now, so it is not reloaded.
        if (gone) return;
        failed();
        if (navigator.onLine) reloadOnce(location.pathname + location.search);
      },
    );
    return () => {
      gone = true;
    };
  }, []);
  return Part ? <Part {...props} /> : null;
}
