// Samples on the home page, with a link to all of them.

import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '#ui/display/button.tsx';
import type { ServiceSample } from '#ui/page/data.ts';
import card from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import { href } from '../../../pages.ts';
import css from '../home/home-page.module.css';
import { SamplePartView } from './sample-part.tsx';

export const HomeSamples = ({ samples }: { samples: readonly ServiceSample[] }) => (
  <section className={css.sunken}>
    <div className={`page ${css.section}`}>
      <p className={eyebrow.eyebrow}>
        <Trans>Samples</Trans>
      </p>
      <h2>
        <Trans>This is what you receive</Trans>
      </h2>
      <div className={css.samples}>
        {samples.map(({ slug, name, brand, parts }) => (
          <article key={slug} className={`${card.card} ${css.sample}`}>
            <header>
              <h3>{name}</h3>
              <p className={css.brand}>
                <Trans>Sample for {brand}</Trans>
              </p>
            </header>
            {parts.map((part) => (
              <SamplePartView key={part.label} part={part} />
            ))}
          </article>
        ))}
      </div>
      <ButtonLink text={<Trans>See all samples</Trans>} className={css.more} href={href('samples')} />
    </div>
  </section>
);
