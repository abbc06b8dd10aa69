// The bundles on the home page.

import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '#ui/display/button.tsx';
import type { HomeData } from '#ui/page/data.ts';
import eyebrow from '#ui/styles/eyebrow.module.css';
import { href } from '../../../pages.ts';
import { BundleRow } from './bundle-row.tsx';
import css from './home-page.module.css';

export const HomeBundles = ({ bundles, monthOf }: Pick<HomeData, 'bundles' | 'monthOf'>) => (
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
      {monthOf ? (
        <ButtonLink text={<Trans>See a month’s delivery</Trans>} className={css.more} href={href('samples', `#sample-${monthOf}`)} />
      ) : null}
    </div>
  </section>
);
