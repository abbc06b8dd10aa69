// All services with content, sample and prices, filtered by kind or platform.
import { Trans, useLingui } from '@lingui/react/macro';
import { Empty } from '../../../../ui/feedback/empty.tsx';
import { useHydrated } from '../../../../ui/hooks/use-hydrated.ts';
import button from '../../../../ui/styles/button.module.css';
import eyebrow from '../../../../ui/styles/eyebrow.module.css';
import { EMPTY_CART } from '../../../router/access.ts';
import { usePage } from '../../../router/page/context.ts';
import type { ScreenProps } from '../../../router/page/data.ts';
import { ServiceArticle } from './article.tsx';
import { filterOf, type Sifted, siftServices } from './filter.ts';
import { ServiceChoice, ShowAll } from './filter-bar.tsx';
import css from './services-page.module.css';

function ServicesPage({ data }: ScreenProps<'services'>) {
  const { address } = usePage();
  const filter = filterOf(address, data);
  const shown = siftServices(data, filter);
  const { services, bundles } = shown;
  const articles = (sheets: typeof services, level: 'h2' | 'h3') =>
    sheets.map((sheet) => <ServiceArticle key={sheet.slug} sheet={sheet} platforms={data.platforms} level={level} />);
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
          <Trans>
            Each price is for the whole pack. A platform that costs more says so beside its name. The delivery within 48 hours is an
            estimate.
          </Trans>
        </p>
        <WhyHere />
        <ServiceChoice filter={filter} platforms={data.platforms} shown={shown} />
        <Contents shown={shown} />
      </div>
      {services.length > 0 ? <div className={`page ${css.list}`}>{articles(services, 'h2')}</div> : null}
      {bundles.length > 0 ? (
        <section className={css.bundles}>
          <div className="page">
            <p className={eyebrow.eyebrow}>
              <Trans>Bundles</Trans>
            </p>
            <h2>
              <Trans>Or several at once, for less.</Trans>
            </h2>
            <div className={css.list}>{articles(bundles, 'h3')}</div>
          </div>
        </section>
      ) : null}
      {services.length + bundles.length > 0 ? null : (
        <div className="page">
          <Empty kind="filtered" title={<Trans>No service fits this choice.</Trans>} act={<ShowAll className={button.main} />} />
        </div>
      )}
    </>
  );
}

/** Shown after a redirect from an empty cart, which only happens with JavaScript. */
function WhyHere() {
  const { address } = usePage();
  if (!useHydrated() || !address.includes(EMPTY_CART)) return null;
  return (
    <p className={css.why} role="status">
      <Trans>Your cart is empty, so here is what you can put into it.</Trans>
    </p>
  );
}

function Contents({ shown: { services, bundles } }: { shown: Sifted }) {
  const { t } = useLingui();
  if (services.length + bundles.length === 0) return null;
  return (
    <nav aria-label={t`On this page`}>
      <ul className={css.jump}>
        {[...services, ...bundles].map(({ slug, name }) => (
          <li key={slug}>
            <a href={`#${slug}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export { ServicesPage as Screen };
