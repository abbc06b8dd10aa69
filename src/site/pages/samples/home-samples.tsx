// Samples on the home page, with a link to all of them.

import { useLingui } from '@lingui/react/macro';
import { ButtonLink } from '#ui/display/button.tsx';
import type { ServiceSample } from '#ui/page/data.ts';
import card from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import { href } from '../../../pages.ts';
import css from '../home/home-page.module.css';
import { SamplePartView } from './sample-part.tsx';

export const HomeSamples = ({ samples }: { samples: readonly ServiceSample[] }) => {
  const { t } = useLingui();
  return (
    <section className={css.sunken}>
      <div className={`page ${css.section}`}>
        <p className={eyebrow.eyebrow}>{t`Samples`}</p>
        <h2>{t`This is what you receive`}</h2>
        <div className={css.samples}>
          {samples.map(({ slug, name, brand, parts }) => (
            <article key={slug} className={`${card.card} ${css.sample}`}>
              <header>
                <h3>{name}</h3>
                <p className={css.brand}>{t`Sample for ${brand}`}</p>
              </header>
              {parts.map((part) => (
                <SamplePartView key={part.label} part={part} />
              ))}
            </article>
          ))}
        </div>
        <ButtonLink text={t`See all samples`} className={css.more} href={href('samples')} />
      </div>
    </section>
  );
};
