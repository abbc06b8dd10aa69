// Slot for the notice of a lost response to an order or deposit. The notice is lazy, because it is rarely
// needed.
import { useEffect, useState } from 'react';
import type { AttemptKind } from '#ui/api/pending-requests.ts';
import { ATTEMPTS, onAttemptsChange } from '#ui/api/pending-requests-changed.ts';
import { getItem } from '#ui/browser/storage.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';

const Unanswered = createLazyPart(() => import('./pending-requests.tsx').then(({ Unanswered }) => Unanswered));

/** `take`: set if the page shows the result itself. */
export function UnansweredPlace({ kind, take }: { kind: AttemptKind; take?: (id: string) => void }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    // On load, all unanswered attempts; later only those that a page has given up.
    const look = (all: boolean) => {
      const stored = getItem(ATTEMPTS) ?? '';
      if (stored.includes(`"${kind}"`) && (all || stored.includes('"isLost":true'))) setWanted(true);
    };
    look(true);
    return onAttemptsChange(() => look(false));
  }, [kind]);
  return wanted ? <Unanswered kind={kind} take={take} /> : null;
}
