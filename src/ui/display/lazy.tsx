// Renders a component from a lazy chunk: at once if it is loaded. If the chunk fails to load, the page is
// reloaded once.
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { reloadOnce } from '../browser/reload-once.ts';

type Load<PartProps extends object> = () => Promise<ComponentType<PartProps>>;

/** Components by their loaders. A map's type cannot pair them. */
const loaded = new WeakMap<object, unknown>();

async function loadPart<PartProps extends object>(load: Load<PartProps>): Promise<ComponentType<PartProps>> {
  const part = await load();
  loaded.set(load, part);
  return part;
}

type Props<PartProps extends object> = {
  readonly load: Load<PartProps>;
  readonly props: PartProps;
  /** Called when the chunk cannot be loaded. */
  readonly failed: () => void;
};

export function LazyPart<PartProps extends object>({ load, props, failed }: Props<PartProps>) {
  const [Part, setPart] = useState(() => loaded.get(load) as ComponentType<PartProps> | undefined);
  const onFailure = useEffectEvent(failed);
  useEffect(() => {
    if (Part) return undefined;
    let isUnmounted = false;
    loadPart(load).then(
      (component) => setPart(() => component),
      () => {
        // Unmounted: another page may be open now, so it is not reloaded.
        if (isUnmounted) return;
        onFailure();
        if (navigator.onLine) reloadOnce(location.pathname + location.search);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [Part, load]);
  return Part ? <Part {...props} /> : null;
}
