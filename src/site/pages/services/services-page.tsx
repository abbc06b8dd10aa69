// All services with content, sample and prices, each in a part that opens in place; filtered by need.
import { Trans, useLingui } from '@lingui/react/macro';
import { Empty } from '#ui/feedback/empty.tsx';
import { EMPTY_CART } from '#ui/navigation/access.ts';
import { usePage } from '#ui/page/context.ts';
import type { ScreenProps } from '#ui/page/data.ts';
import button from '#ui/styles/button.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import { ServiceArticle } from './article.tsx';
import { filterServices, findKindInAddress, isOfKind } from './filter.ts';
import { ServiceChoice, ShowAll } from './filter-bar.tsx';
import css from './services-page.module.css';

function ServicesPage({ data }: ScreenProps<'services'>) {
  const { t } = useLingui();
  const { address } = usePage();
  const kind = findKindInAddress(address);
  const shown = filterServices(data, kind);
  const articles = (sheets: typeof data.services, level: 'h2' | 'h3') =>
    sheets.map((sheet) => <ServiceArticle key={sheet.slug} sheet={sheet} level={level} isShown={isOfKind(sheet, kind)} />);
  return (
    <>
      <div className={`page ${css.head}`}>
        <p className={eyebrow.eyebrow}>{t`Services`}</p>
        <h1>{t`Every service, with its price`}</h1>
        <p className={css.lead}>{t`Open a service to see what’s included.`}</p>
        <WhyHere />
        <ServiceChoice kind={kind} all={data} filtered={shown} />
      </div>
      <div className={`page ${css.list}`}>{articles(data.services, 'h2')}</div>
      {data.bundles.length > 0 ? (
        <section className={css.bundles}>
          <div className="page">
            <h2>{t`Bundle and save`}</h2>
            <div className={css.list}>{articles(data.bundles, 'h3')}</div>
          </div>
        </section>
      ) : null}
      {shown.services.length + shown.bundles.length > 0 ? null : (
        <div className="page">
          <Empty kind="filtered" title={t`No service fits this choice.`} act={<ShowAll className={button.main} />} />
        </div>
      )}
    </>
  );
}

/** The script shows it after a redirect from an empty cart. */
const WhyHere = () => (
  <p className={css.why} role="status" data-shown-for={EMPTY_CART} hidden>
    <Trans>Your cart is empty. Pick a service to start.</Trans>
  </p>
);

export { ServicesPage as Screen };
