// Renders a component from a lazy chunk. If the chunk fails to load, the page is reloaded once.
import { type ComponentType, useEffect, useState } from 'react';
import { reloadOnce } from '../browser/reload-once.ts';

type Props<PartProps extends object> = {
  readonly load: () => Promise<ComponentType<PartProps>>;
  readonly props: PartProps;
  /** Called when the chunk cannot be loaded. */
  readonly failed: () => void;
};

export function LazyPart<PartProps extends object>({ load, props, failed }: Props<PartProps>) {
  const [Part, setPart] = useState<ComponentType<PartProps>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, on first render.
  useEffect(() => {
    let isUnmounted = false;
    load().then(
      (component) => setPart(() => component),
      () => {
        // Unmounted: another page may be open now, so it is not reloaded.
        if (isUnmounted) return;
        failed();
        if (navigator.onLine) reloadOnce(location.pathname + location.search);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, []);
  return Part ? <Part {...props} /> : null;
}
