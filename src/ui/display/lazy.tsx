// A part that few visitors ever see comes with a file of its own, when it is asked for. A file that does not come is one full load, as for a page.
import { type ComponentType, useEffect, useState } from 'react';
import { reloadOnce } from '../browser/reload-once.ts';

type Props<Given extends object> = {
  readonly load: () => Promise<ComponentType<Given>>;
  readonly given: Given;
  /** It will not come: whoever asked for it goes on as before. */
  readonly failed: () => void;
};

export function LazyPart<Given extends object>({ load, given, failed }: Props<Given>) {
  const [Part, setPart] = useState<ComponentType<Given>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when it is first wanted.
  useEffect(() => {
    let gone = false;
    load().then(
      (come) => setPart(() => come),
      () => {
        // Nobody waits for it any more, and the page that is open now may be another one.
        if (gone) return;
        failed();
        if (navigator.onLine) reloadOnce(location.pathname + location.search);
      },
    );
    return () => {
      gone = true;
    };
  }, []);
  return Part ? <Part {...given} /> : null;
}
