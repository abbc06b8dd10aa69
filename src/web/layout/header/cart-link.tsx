import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { countCartLines, onCartChange } from '../../browser/local-storage.ts';
import { pathIfThere } from '../../shared/nav-links.ts';
import css from './header.module.css';

/** The server does not know the cart: the count appears after hydration. */
const none = () => 0;

export function CartLink() {
  const { t } = useLingui();
  const count = useSyncExternalStore(onCartChange, countCartLines, none);
  const path = pathIfThere('/cart');
  if (!path) return null;
  return (
    <a className={css.cart} href={path} aria-label={count === 0 ? t`Cart, empty` : t`Cart, items: ${count}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 7h12l-1.2 12.2a1 1 0 0 1-1 .8H8.2a1 1 0 0 1-1-.8zM9 7a3 3 0 0 1 6 0" />
      </svg>
      {count > 0 ? <b>{count}</b> : null}
    </a>
  );
}
