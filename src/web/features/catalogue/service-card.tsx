import box from '#ui/styles/card.module.css';
import { href } from '../../../pages.ts';
import type { ServiceCard } from '../../router/page/data.ts';
import { Glyph } from '../../shared/service-icon.tsx';
import css from './service-card.module.css';
import { FromPrice, ServiceName } from './service-name.tsx';

/** A service as a card that links to its description. */
export const OfferCard = ({ card }: { card: ServiceCard }) => (
  <li>
    <a className={`${box.card} ${css.card}`} href={href('services', `#${card.slug}`)}>
      <Glyph icon={card.icon} />
      <h3>
        <ServiceName name={card.name} />
      </h3>
      <p>{card.summary}</p>
      <FromPrice card={card} className={css.foot} />
    </a>
  </li>
);
