// Where the invoice of an order is folded up, with the credit notes that came after it: asked for when somebody opens it.
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { OrderView } from '../../rooms/orders/shapes.ts';
import { Later } from '../ui/later.tsx';
import css from './history-order.module.css';

const load = () => import('./papers.tsx').then(({ Papers }) => Papers);

export function PapersOf({ order: { number, purchaseId } }: { readonly order: OrderView }) {
  const [wanted, setWanted] = useState(false);
  return (
    <details className={css.brief} onToggle={({ currentTarget }) => currentTarget.open && setWanted(true)}>
      <summary>
        <Trans>Invoice and credit notes</Trans> <span className="unseen">{number}</span>
      </summary>
      {wanted ? <Later load={load} given={{ ask: `subject ${purchaseId}` }} failed={() => setWanted(false)} /> : null}
    </details>
  );
}
