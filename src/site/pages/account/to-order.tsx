// The log-in and the creation of an account as two equal ways, and what is about to be ordered.
import { Trans, useLingui } from '@lingui/react/macro';
import { Glyph } from '#ui/catalogue/service-icon.tsx';
import { PriceFrom } from '#ui/catalogue/service-name.tsx';
import { TurnaroundText } from '#ui/catalogue/turnaround-text.tsx';
import { usePage } from '#ui/page/context.ts';
import type { ServiceCard } from '#ui/page/data.ts';
import card from '#ui/styles/card.module.css';
import { href, parseQuery } from '../../../pages.ts';
import css from './to-order.module.css';

/** Both keep the page that the log-in leads to. */
export function AccountWays() {
  const { address, screen } = usePage();
  const { redirect } = parseQuery(address);
  const query = typeof redirect === 'string' ? `?redirect=${encodeURIComponent(redirect)}` : '';
  return (
    <div className={css.ways}>
      <a href={href('login') + query} aria-current={screen === 'login' ? 'page' : undefined}>
        <Trans>Log in</Trans>
      </a>
      <a href={href('createAccount') + query} aria-current={screen === 'createAccount' ? 'page' : undefined}>
        <Trans>Create an account</Trans>
      </a>
    </div>
  );
}

export const ToOrder = ({ order: { name } }: { order: ServiceCard }) => <Trans>Log in or create an account to order {name}</Trans>;

/** Beside the form: the service, its price and the next steps. */
export function NextSteps({ order }: { order: ServiceCard }) {
  const { t } = useLingui();
  const { name, icon, summary, isInstant, turnaround } = order;
  return (
    <aside className={`${card.card} ${css.order}`} aria-labelledby="to-order">
      <header>
        <Glyph icon={icon} />
        <div>
          <h2 id="to-order">{name}</h2>
          <p className={css.price}>
            <PriceFrom card={order} />
          </p>
        </div>
      </header>
      <p>{summary}</p>
      <h3>{t`What happens next`}</h3>
      <ol>
        <li>{t`Choose the size and answer a short brief.`}</li>
        <li>{t`Check your cart, then pay by card, bank or balance.`}</li>
        <li>
          {isInstant ? (
            <Trans>Read your report a minute later.</Trans>
          ) : (
            <Trans>
              Read your delivery in about <TurnaroundText turnaround={turnaround} />, and ask for changes if you like.
            </Trans>
          )}
        </li>
      </ol>
    </aside>
  );
}
