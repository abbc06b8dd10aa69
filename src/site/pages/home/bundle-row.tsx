import { Trans } from '@lingui/react/macro';
import button from '#ui/styles/button.module.css';
import { href } from '../../../pages.ts';
import { useMoney } from '../../../web/router/page/context.ts';
import type { ServiceCard } from '../../../web/router/page/data.ts';
import { ServiceName } from '../../../web/shared/service-name.tsx';
import css from './bundle-row.module.css';

/** A bundle with its price, as a row of a price list. */
export function BundleRow({ bundle }: { bundle: ServiceCard }) {
  const money = useMoney();
  return (
    <article className={css.row}>
      <h3>
        <ServiceName name={bundle.name} />
      </h3>
      <p>{bundle.summary}</p>
      <div className={css.cost}>
        {bundle.from === undefined ? null : (
          <>
            {money(bundle.from, 'ifAny')}
            <small>{bundle.interval === 'month' ? <Trans>per month</Trans> : <Trans>once</Trans>}</small>
          </>
        )}
      </div>
      <a className={button.quiet} href={href('services', `#${bundle.slug}`)}>
        <span>
          <Trans>
            View <span className="unseen">{bundle.name}</span>
          </Trans>
        </span>
      </a>
    </article>
  );
}
