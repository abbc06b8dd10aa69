// Moves the focus after the next render: the element that has it disappears, or the next one does not exist yet.
import { useCallback, useEffect, useState } from 'react';

type Wanted = { readonly find: () => HTMLElement | null | undefined; readonly block: ScrollLogicalPosition | undefined };

/** Call it together with the change of state. `block`: where the element is scrolled to. */
type FocusAfter = (find: Wanted['find'], block?: Wanted['block']) => void;

/** `isReady`: false as long as the element is still to come, for example while its data is loaded. */
export function useFocusAfter(isReady = true): FocusAfter {
  // State, not a ref: effects of an earlier render may still be pending, and the element does not exist for them.
  const [wanted, setWanted] = useState<Wanted>();
  useEffect(() => {
    if (!isReady || !wanted) return;
    const element = wanted.find();
    element?.focus();
    if (wanted.block) element?.scrollIntoView({ block: wanted.block });
  }, [wanted, isReady]);
  return useCallback((find, block) => setWanted({ find, block }), []);
}
