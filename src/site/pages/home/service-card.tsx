import { Glyph } from '#ui/catalogue/service-icon.tsx';
import { FromPrice, ServiceName } from '#ui/catalogue/service-name.tsx';
import type { ServiceCard } from '#ui/page/data.ts';
import box from '#ui/styles/card.module.css';
import { href } from '../../../pages.ts';
import css from './service-card.module.css';

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
