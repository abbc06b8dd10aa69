// A component in a chunk of its own: rendered at once if it is loaded. If the chunk fails to load, the page
// is reloaded once.
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { reloadOnce } from '../browser/reload-once.ts';

/** `onMissing`: called when the chunk cannot be loaded. */
type Missable<PartProps> = PartProps & { readonly onMissing?: () => void };

export function createLazyPart<PartProps extends object>(
  load: () => Promise<ComponentType<PartProps>>,
): ComponentType<Missable<PartProps>> {
  let loaded: ComponentType<PartProps> | undefined;
  return function LazyPart(props) {
    const [Part, setPart] = useState(() => loaded);
    const onFailure = useEffectEvent(() => props.onMissing?.());
    useEffect(() => {
      if (Part) return undefined;
      let isUnmounted = false;
      load().then(
        (component) => {
          loaded = component;
          setPart(() => component);
        },
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
    }, [Part]);
    return Part ? <Part {...props} /> : null;
  };
}
