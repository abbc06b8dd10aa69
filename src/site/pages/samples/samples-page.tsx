// Gallery of what is delivered: one whole sample of each service, drawn by the shop.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { fillPath } from '#lib/url-path.ts';
import { Glyph } from '#ui/catalogue/service-icon.tsx';
import { ServiceName } from '#ui/catalogue/service-name.tsx';
import { ButtonLink } from '#ui/display/button.tsx';
import { usePage } from '#ui/page/context.ts';
import type { SamplePartData, ScreenProps, ServiceSample } from '#ui/page/data.ts';
import card from '#ui/styles/card.module.css';
import fold from '#ui/styles/fold.module.css';
import { formatQuery, getPageRow, href, listTyped, parseQuery } from '../../../pages.ts';
import { SamplePartView } from './sample-part.tsx';
import css from './samples-page.module.css';

function SamplesPage({ data: { samples } }: ScreenProps<'samples'>) {
  const { t } = useLingui();
  return (
    <div className={`page ${css.page}`}>
      <h1>{t`Samples of the work`}</h1>
      <p className={css.lead}>{t`Whole deliveries, for brands we invented. Yours is made from your own brief.`}</p>
      <nav aria-label={t`On this page`}>
        <ul className={css.contents}>
          {samples.map(({ slug, icon, name }) => (
            <li key={slug}>
              <a href={`#sample-${slug}`}>
                <Glyph icon={icon} />
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {samples.map((sample) => (
        <Sample key={sample.slug} sample={sample} />
      ))}
    </div>
  );
}

function Sample({ sample: { slug, icon, name, brand, parts } }: { sample: ServiceSample }) {
  const { t } = useLingui();
  const shown = parts.findIndex(({ kind }) => kind !== parts[0]?.kind);
  const rest = shown < 0 ? [] : parts.slice(shown);
  return (
    <section id={`sample-${slug}`} className={`${card.card} ${css.sample}`} aria-labelledby={`sample-${slug}-name`}>
      <header className={css.head}>
        <Glyph icon={icon} />
        <div>
          <h2 id={`sample-${slug}-name`}>
            <ServiceName name={name} />
          </h2>
          <p>{t`Sample for ${brand}`}</p>
        </div>
      </header>
      {parts[0]?.kind === 'month' ? (
        <p className={css.whole}>{t`Each piece arrives whole, like the samples of the single services.`}</p>
      ) : null}
      <Parts parts={rest.length > 0 ? parts.slice(0, shown) : parts} />
      {rest.length > 0 ? <Rest slug={slug} parts={rest} /> : null}
      <ButtonLink text={t`Order ${name}`} look="main" href={fillPath(href('service'), { id: slug })} />
    </section>
  );
}

/**
 * Three tenths of the page's bytes: the first HTML has a link instead, to the page with the whole sample. The
 * script puts the rest in its place when it is opened.
 */
function Rest({ slug, parts }: Pick<ServiceSample, 'slug' | 'parts'>) {
  const isWanted = new Map(listTyped(getPageRow('samples'), parseQuery(usePage().address))).get('whole') === slug;
  const address = `${href('samples')}${formatQuery([['whole', slug]])}`;
  const id = `rest-${slug}`;
  return (
    <details className={`${fold.fold} ${css.rest}`} open={isWanted}>
      <summary>
        <Plural value={parts.length} one="Show the other part of this delivery" other="Show the other # parts of this delivery" />
      </summary>
      {isWanted ? (
        <div id={id}>
          <Parts parts={parts} />
        </div>
      ) : (
        <div data-from={`${address}#${id}`}>
          <ButtonLink text={<Trans>Show the whole sample</Trans>} href={`${address}#sample-${slug}`} rel="nofollow" />
        </div>
      )}
    </details>
  );
}

const Parts = ({ parts }: { parts: readonly SamplePartData[] }) => (
  <div className={css.parts}>
    {parts.map((part) => (
      <SamplePartView key={part.label} part={part} />
    ))}
  </div>
);

export { SamplesPage as Screen };
