// Every service with what it contains, a sample and its prices.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ScreenProps } from '../page-data.ts';
import { ServiceArticle } from '../parts/service-article.tsx';
import eyebrow from '../ui/eyebrow.module.css';
import css from './services.module.css';

export function Screen({ data: { services, bundles, platforms } }: ScreenProps<'services'>) {
  const { t } = useLingui();
  return (
    <>
      <div className={`page ${css.head}`}>
        <p className={eyebrow.eyebrow}>
          <Trans>Services</Trans>
        </p>
        <h1>
          <Trans>What we do, what is in it, and what it costs.</Trans>
        </h1>
        <p className={css.lead}>
          <Trans>Each price is for the whole pack. What you see is what you pay; the delivery within 48 hours is an estimate.</Trans>
        </p>
        <nav aria-label={t`On this page`}>
          <ul className={css.jump}>
            {[...services, ...bundles].map(({ slug, name }) => (
              <li key={slug}>
                <a href={`#${slug}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className={`page ${css.list}`}>
        {services.map((sheet) => (
          <ServiceArticle key={sheet.slug} sheet={sheet} platforms={platforms} level="h2" />
        ))}
      </div>
      <section className={css.bundles}>
        <div className="page">
          <p className={eyebrow.eyebrow}>
            <Trans>Bundles</Trans>
          </p>
          <h2>
            <Trans>Or several at once, for less.</Trans>
          </h2>
          <div className={css.list}>
            {bundles.map((sheet) => (
              <ServiceArticle key={sheet.slug} sheet={sheet} platforms={platforms} level="h3" />
            ))}
          </div>
        </div>
      </section>
    </>
  );
}
