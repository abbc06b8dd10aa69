// Example of an order in progress, labelled as one; its text is the catalogue's sample.

import { Trans, useLingui } from '@lingui/react/macro';
import { TurnaroundText } from '#ui/catalogue/turnaround-text.tsx';
import { ButtonLink } from '#ui/display/button.tsx';
import type { HomeData } from '#ui/page/data.ts';
import badge from '#ui/styles/badge.module.css';
import card from '#ui/styles/card.module.css';
import { href } from '../../../pages.ts';
import css from './example-order.module.css';

export function ExampleOrder({ example }: { example: NonNullable<HomeData['example']> }) {
  const { t } = useLingui();
  return (
    <article className={`${card.card} ${css.ticket}`}>
      <header className={css.head}>
        <div>
          <p>{t`Example of an order`}</p>
          <h2>{example.title}</h2>
        </div>
        <span className={badge.work}>{t`In progress`}</span>
      </header>
      <ol className={css.steps}>
        <li className={css.done}>{t`New`}</li>
        <li className={css.done}>{t`Paid`}</li>
        <li className={css.now}>{t`In progress`}</li>
        <li>{t`Delivered`}</li>
      </ol>
      {example.text ? (
        <figure className={css.draft}>
          {example.caption ? <figcaption>{example.caption}</figcaption> : null}
          <blockquote>{example.text}</blockquote>
        </figure>
      ) : null}
      <footer className={css.foot}>
        <p>
          <Trans>
            Estimated within <TurnaroundText turnaround={example.turnaround} />
          </Trans>
        </p>
        {example.text ? <ButtonLink text={t`Read the sample`} href={href('services', `#${example.slug}`)} /> : null}
      </footer>
    </article>
  );
}
