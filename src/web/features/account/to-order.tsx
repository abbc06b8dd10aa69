// The log-in and the creation of an account as two equal ways, and what is about to be ordered.
import { Trans } from '@lingui/react/macro';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import card from '#ui/styles/card.module.css';
import { href, queryOf } from '../../../pages.ts';
import { usePage } from '../../router/page/context.ts';
import type { ServiceCard } from '../../router/page/data.ts';
import iconCss from '../../shared/service-icon.module.css';
import { StaticPart } from '../../shared/static-part/static-part.tsx';
import css from './to-order.module.css';

/** Both keep the page that the log-in leads to. */
export function AccountWays() {
  const { address, screen } = usePage();
  const alive = useHydrated();
  const { redirect } = alive ? queryOf(address) : {};
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

const NextStepsOnServer = import.meta.env.SSR ? (await import('./next-steps.tsx')).NextStepsOf : undefined;
const loadNextSteps = () => import('./next-steps.tsx').then(({ LateNextStepsOf }) => LateNextStepsOf);

export const NextSteps = ({ order }: { order: ServiceCard }) => (
  <StaticPart styles={[card, css, iconCss]} server={NextStepsOnServer} load={loadNextSteps} props={{ order }} />
);

export const ToOrder = ({ order: { name } }: { order: ServiceCard }) => <Trans>Log in or create an account to order {name}</Trans>;
