// After the brief: the line is in the cart, or its changes are saved.

import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import type { ServiceData } from '#ui/page/data.ts';
import { href } from '../../../pages.ts';
import css from './service-page.module.css';

type Props = { readonly service: ServiceData; readonly how: 'added' | 'changed'; readonly more: () => void };

/** It takes the focus, because the form that had it is gone. */
export function LineAdded({ service, how, more }: Props) {
  const { t } = useLingui();
  const place = useRef<HTMLElement>(null);
  useFocusOnMount(() => place.current, 'center');
  return (
    <section ref={place} tabIndex={-1} className={css.done} aria-labelledby="put">
      <h2 id="put">{how === 'added' ? t`${service.name} is in your cart.` : t`Changes saved.`}</h2>
      <p>{t`Nothing is ordered yet. Review and pay in your cart.`}</p>
      <p className={css.acts}>
        <ButtonLink text={t`Go to cart`} look="main" href={href('cart')} />
        <Button text={t`Order another`} onClick={more} />
        <ButtonLink text={t`See all services`} href={href('services')} />
      </p>
    </section>
  );
}
