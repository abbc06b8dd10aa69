// Fills the cart as its link says, once, and goes on to it.
import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { addLine, isInCart } from '#ui/browser/cart-store.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { usePage } from '#ui/page/context.ts';
import { href } from '../../../pages.ts';
import { RequireLogin } from '../../layout/client-area/client-area.tsx';
import { readCartLink } from './cart-link.ts';
import css from './cart-page.module.css';

export function CartLinkPage() {
  const { currency } = usePage();
  const { navigate } = useRouter();
  useEffect(() => {
    const line = readCartLink(location.search, currency);
    // A link that is opened again adds nothing.
    if (line && !isInCart([line])) addLine(line);
    void navigate({ href: href('cart'), replace: true });
  }, [currency, navigate]);
  return (
    <div className={`page ${css.cart}`}>
      <h1>
        <Trans>Your cart</Trans>
      </h1>
      <RequireLogin>
        <Skeleton shape="card" count={1} />
      </RequireLogin>
    </div>
  );
}
