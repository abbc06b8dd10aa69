// Room for a word about an order or a deposit whose answer was lost; what is said there comes late, because hardly anybody needs it.
import { useEffect, useState } from 'react';
import { getItem } from '../../ui/browser/storage.ts';
import { LazyPart } from '../../ui/display/lazy.tsx';
import type { AttemptKind } from '../api/pending-requests.ts';
import { ATTEMPTS, onAttemptsChange } from '../api/pending-requests-changed.ts';

const load = () => import('./pending-requests.tsx').then(({ Unanswered }) => Unanswered);

/** `take`: the page shows itself what came of it. */
export function UnansweredPlace({ kind, take }: { kind: AttemptKind; take?: (id: string) => void }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    // At the start whatever is there; later only what a page has given up.
    const look = (all: boolean) => {
      const stored = getItem(ATTEMPTS) ?? '';
      if (stored.includes(`"${kind}"`) && (all || stored.includes('"isLost":true'))) setWanted(true);
    };
    look(true);
    return onAttemptsChange(() => look(false));
  }, [kind]);
  return wanted ? <LazyPart load={load} given={{ kind, take }} failed={nothing} /> : null;
}

const nothing = () => undefined;
