// The bundles on the home page.

import { Trans } from '@lingui/react/macro';
import { ServiceName } from '#ui/catalogue/service-name.tsx';
import { ButtonLink } from '#ui/display/button.tsx';
import { useMoney } from '#ui/page/context.ts';
import type { HomeData, ServiceCard } from '#ui/page/data.ts';
import eyebrow from '#ui/styles/eyebrow.module.css';
import { href } from '../../../pages.ts';
import rowCss from './bundle-row.module.css';
import css from './home-page.module.css';

export const HomeBundles = ({ bundles, monthSample }: Pick<HomeData, 'bundles' | 'monthSample'>) => (
  <section className={`${css.bundles} ${css.section}`}>
    <div className="page">
      <p className={eyebrow.eyebrow}>
        <Trans>Bundles</Trans>
      </p>
      <h2>
        <Trans>Bundle and save</Trans>
      </h2>
      {bundles.map((bundle) => (
        <BundleRow key={bundle.slug} bundle={bundle} />
      ))}
      {monthSample ? (
        <ButtonLink text={<Trans>See a month’s delivery</Trans>} className={css.more} href={href('samples', `#sample-${monthSample}`)} />
      ) : null}
    </div>
  </section>
);

/** A bundle with its price, as a row of a price list. */
function BundleRow({ bundle }: { bundle: ServiceCard }) {
  const money = useMoney();
  return (
    <article className={rowCss.row}>
      <h3>
        <ServiceName name={bundle.name} />
      </h3>
      <p>{bundle.summary}</p>
      <div className={rowCss.cost}>
        {bundle.from === undefined ? null : (
          <>
            {money(bundle.from, 'ifAny')}
            <small>{bundle.interval === 'month' ? <Trans>per month</Trans> : <Trans>once</Trans>}</small>
          </>
        )}
      </div>
      <ButtonLink
        text={
          <span>
            <Trans>
              View <span className="unseen">{bundle.name}</span>
            </Trans>
          </span>
        }
        href={href('services', `#${bundle.slug}`)}
      />
    </article>
  );
}
