// All services with content, sample and prices, each in a part that opens in place; filtered by need.
import { Trans } from '@lingui/react/macro';
import { Empty } from '#ui/feedback/empty.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { EMPTY_CART } from '#ui/navigation/access.ts';
import button from '#ui/styles/button.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import { usePage } from '../../../router/page/context.ts';
import type { ScreenProps } from '../../../router/page/data.ts';
import { ServiceArticle } from './article.tsx';
import { useLoadedDrawing } from './drawn-sample.ts';
import { filterServices, kindOfAddress } from './filter.ts';
import { ServiceChoice, ShowAll } from './filter-bar.tsx';
import css from './services-page.module.css';

function ServicesPage({ data }: ScreenProps<'services'>) {
  useLoadedDrawing();
  const { address } = usePage();
  const kind = kindOfAddress(address);
  const shown = filterServices(data, kind);
  const { services, bundles } = shown;
  const articles = (sheets: typeof services, level: 'h2' | 'h3') =>
    sheets.map((sheet) => <ServiceArticle key={sheet.slug} sheet={sheet} level={level} />);
  return (
    <>
      <div className={`page ${css.head}`}>
        <p className={eyebrow.eyebrow}>
          <Trans>Services</Trans>
        </p>
        <h1>
          <Trans>Every service, with its price</Trans>
        </h1>
        <p className={css.lead}>
          <Trans>Open a service to see what’s included.</Trans>
        </p>
        <WhyHere />
        <ServiceChoice kind={kind} all={data} shown={shown} />
      </div>
      {services.length > 0 ? <div className={`page ${css.list}`}>{articles(services, 'h2')}</div> : null}
      {bundles.length > 0 ? (
        <section className={css.bundles}>
          <div className="page">
            <h2>
              <Trans>Bundle and save</Trans>
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
      <Trans>Your cart is empty. Pick a service to start.</Trans>
    </p>
  );
}

export { ServicesPage as Screen };
