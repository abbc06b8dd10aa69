import { Trans } from '@lingui/react/macro';
import { ServiceName } from '#ui/catalogue/service-name.tsx';
import { ButtonLink } from '#ui/display/button.tsx';
import { useMoney } from '#ui/page/context.ts';
import type { ServiceCard } from '#ui/page/data.ts';
import { href } from '../../../pages.ts';
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
