// What was delivered as links, with the host of each, so that a customer knows where a press leads.

import { Trans, useLingui } from '@lingui/react/macro';
import css from './deliveries.module.css';
import type { Delivery } from './types.ts';

export function DeliveredLinks({ links }: Pick<Delivery, 'links'>) {
  const { t } = useLingui();
  if (links.length === 0) return null;
  return (
    <div className={css.take}>
      <h2>{t`Links`}</h2>
      <ul className={css.links}>
        {links.map(({ url, host, name }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {name ? `${name}: ` : null}
              <bdi>
                <b>{host}</b>
                {url.slice(`https://${host}`.length)}
              </bdi>{' '}
              <small>
                <Trans>(opens in a new window)</Trans>
              </small>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
