// Where the brief of an order is folded up: it is asked for when somebody opens it.
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { OrderProps } from '../order-list.ts';
import { Later } from '../ui/later.tsx';
import css from './history-order.module.css';

const load = () => import('./history-brief.tsx').then(({ WholeBrief }) => WholeBrief);

export function Brief({ order, names }: Omit<OrderProps, 'take'>) {
  const [wanted, setWanted] = useState(false);
  return (
    <details className={css.brief} onToggle={({ currentTarget }) => currentTarget.open && setWanted(true)}>
      <summary>
        <Trans>What you asked for</Trans> <span className="unseen">{order.number}</span>
      </summary>
      {wanted ? <Later load={load} given={{ order, names }} failed={() => setWanted(false)} /> : null}
    </details>
  );
}
