import { Trans } from '@lingui/react/macro';
import { href } from '../../../pages.ts';
import box from '../../../ui/styles/card.module.css';
import { useMoney } from '../../router/page/context.ts';
import type { ServiceCard } from '../../router/page/data.ts';
import { Glyph } from '../../shared/service-icon.tsx';
import css from './service-card.module.css';

/** A service as a card that links to its description. */
export function OfferCard({ card }: { card: ServiceCard }) {
  const money = useMoney();
  const price = card.from === undefined ? undefined : money(card.from, 'ifAny');
  return (
    <li>
      <a className={`${box.card} ${css.card}`} href={href('services', `#${card.slug}`)}>
        <Glyph slug={card.slug} />
        <h3>{card.name}</h3>
        <p>{card.summary}</p>
        <span className={css.foot}>
          <b>{price ? <Trans>from {price}</Trans> : null}</b>
          <span>{card.turnaround === 'minute' ? <Trans>from 1 minute</Trans> : <Trans>about 48 h</Trans>}</span>
        </span>
      </a>
    </li>
  );
}
