// Moves the focus after a render: the element that had it is gone, or the next one did not exist before.
import { useCallback, useEffect, useEffectEvent, useState } from 'react';

/** `block`: where the element is scrolled to. */
type Wanted = { readonly find: () => HTMLElement | null | undefined; readonly block?: ScrollLogicalPosition | undefined };

/** Call it together with the change of state. */
type FocusAfter = (find: Wanted['find'], block?: Wanted['block']) => void;

/** `isReady`: false as long as the element is still to come, for example while its data is loaded. */
export function useFocusAfter(isReady = true): FocusAfter {
  // State, not a ref: effects of an earlier render may still be pending, and the element does not exist for
  // them.
  const [wanted, setWanted] = useState<Wanted>();
  useEffect(() => {
    if (isReady && wanted) focusElement(wanted);
  }, [wanted, isReady]);
  return useCallback((find, block) => setWanted({ find, block }), []);
}

/** For a component that replaces the button or the form that had the focus. */
export function useFocusOnMount(find: Wanted['find'], block?: Wanted['block']): void {
  const focus = useEffectEvent(() => focusElement({ find, block }));
  useEffect(() => {
    focus();
  }, []);
}

function focusElement({ find, block }: Wanted): void {
  const element = find();
  element?.focus();
  if (block) element?.scrollIntoView({ block });
}
