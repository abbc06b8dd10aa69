// Example of an order in progress, labelled as one; its text is the catalogue's sample.

import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '#ui/display/button.tsx';
import type { HomeData } from '#ui/page/data.ts';
import badge from '#ui/styles/badge.module.css';
import card from '#ui/styles/card.module.css';
import { href } from '../../../pages.ts';
import css from './example-order.module.css';

export function ExampleOrder({ example }: { example: NonNullable<HomeData['example']> }) {
  return (
    <article className={`${card.card} ${css.ticket}`}>
      <header className={css.head}>
        <div>
          <p>
            <Trans>Example of an order</Trans>
          </p>
          <h2>{example.title}</h2>
        </div>
        <span className={badge.work}>
          <Trans>In progress</Trans>
        </span>
      </header>
      <ol className={css.steps}>
        <li className={css.done}>
          <Trans>New</Trans>
        </li>
        <li className={css.done}>
          <Trans>Paid</Trans>
        </li>
        <li className={css.now}>
          <Trans>In progress</Trans>
        </li>
        <li>
          <Trans>Delivered</Trans>
        </li>
      </ol>
      {example.text ? (
        <figure className={css.draft}>
          {example.caption ? <figcaption>{example.caption}</figcaption> : null}
          <blockquote>{example.text}</blockquote>
        </figure>
      ) : null}
      <footer className={css.foot}>
        <p>
          <Trans>Estimated within 48 hours</Trans>
        </p>
        {example.text ? <ButtonLink text={<Trans>Read the sample</Trans>} href={href('services', `#${example.slug}`)} /> : null}
      </footer>
    </article>
  );
}
