import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { countCartLines, onCartChange } from '#ui/browser/local-storage.ts';
import { pathIfThere } from '../../shared/nav-links.ts';
import css from './header.module.css';

/** The server does not know the cart: the count appears after hydration. */
const none = () => 0;

export function CartLink() {
  const { t } = useLingui();
  const inCart = useSyncExternalStore(onCartChange, countCartLines, none);
  const path = pathIfThere('/cart');
  if (!path) return null;
  const [empty, items] = [t`Cart, empty`, (count: number | '#') => t`Cart, items: ${count}`];
  return (
    <a
      className={css.cart}
      href={path}
      data-cart=""
      data-empty={empty}
      data-items={items('#')}
      aria-label={inCart === 0 ? empty : items(inCart)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 4h2.4l2.2 10.2a1 1 0 0 0 1 .8h8.6a1 1 0 0 0 1-.75L20 7.5H6.2" />
        <circle cx="9.5" cy="19" r="1.2" />
        <circle cx="16.5" cy="19" r="1.2" />
      </svg>
      {inCart > 0 ? <b>{inCart}</b> : null}
    </a>
  );
}
