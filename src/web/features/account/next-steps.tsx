// What is about to be ordered.
import { Trans } from '@lingui/react/macro';
import card from '#ui/styles/card.module.css';
import type { ServiceCard } from '../../router/page/data.ts';
import { Glyph } from '../../shared/service-icon.tsx';
import { PriceFrom } from '../../shared/service-name.tsx';
import { withCatalog } from '../../shared/with-catalog.tsx';
import css from './to-order.module.css';

/** Beside the form: the service, its price and the next steps. */
export function NextStepsOf({ order }: { order: ServiceCard }) {
  const { name, icon, summary, turnaround } = order;
  return (
    <aside className={`${card.card} ${css.order}`} aria-labelledby="to-order">
      <header>
        <Glyph icon={icon} />
        <div>
          <h2 id="to-order">{name}</h2>
          <p className={css.price}>
            <PriceFrom card={order} />
          </p>
        </div>
      </header>
      <p>{summary}</p>
      <h3>
        <Trans>What happens next</Trans>
      </h3>
      <ol>
        <li>
          <Trans>Choose the size and answer a short brief.</Trans>
        </li>
        <li>
          <Trans>Check your cart, then pay by card, bank or balance.</Trans>
        </li>
        <li>
          {turnaround === 'minute' ? (
            <Trans>Read your report a minute later.</Trans>
          ) : (
            <Trans>Read your delivery in about 48 hours, and ask for changes if you like.</Trans>
          )}
        </li>
      </ol>
    </aside>
  );
}

export const LateNextStepsOf = withCatalog(NextStepsOf);
