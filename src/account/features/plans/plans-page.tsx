// The plans of the account: what is left of the month, new requests, and their queue.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { fillPath } from '#lib/url-path.ts';
import type { PlanView } from '#modules/plans/shapes.ts';
import { ButtonLink } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { usePage } from '#ui/page/context.ts';
import type { HistoryData } from '#ui/page/data.ts';
import badge from '#ui/styles/badge.module.css';
import { href } from '../../../pages.ts';
import { joinQueries, plansQuery } from '../../api/queries.ts';
import { namesQuery } from '../../app/data-cache.ts';
import { ClientArea, FormPlaceholder, QueryState } from '../../layout/client-area/client-area.tsx';
import { useNews } from '../../live/use-live-updates.ts';
import { DayText } from '../../shared/date-time.tsx';
import { Section } from '../../shared/section.tsx';
import css from './plans.module.css';
import { RequestQueue } from './request-queue.tsx';

const news = ['subscriptions', 'orders'] as const;

export function PlansPage() {
  const { t } = useLingui();
  const { locale, currency } = usePage();
  const plans = useQuery(plansQuery);
  useNews(news, () => void plans.refetch());
  const both = joinQueries(plans, useQuery(namesQuery(locale, currency)));
  return (
    <ClientArea title={t`Plans`}>
      <QueryState wide query={both} waiting={<Waiting />}>
        {([list, names]) =>
          list.length === 0 ? (
            <Empty
              kind="empty"
              title={<Trans>You have no plan</Trans>}
              act={<ButtonLink text={t`See all services`} href={href('services')} />}
            />
          ) : (
            list.map((plan) => <PlanSection key={plan.subscriptionId} plan={plan} names={names} />)
          )
        }
      </QueryState>
    </ClientArea>
  );
}

const Waiting = () => (
  <FormPlaceholder>
    <Skeleton shape="card" count={2} />
  </FormPlaceholder>
);

type Props = { readonly plan: PlanView; readonly names: HistoryData };

function PlanSection({ plan, names }: Props) {
  const { subscriptionId, name } = plan;
  return (
    <Section id={`plan-${subscriptionId}`} title={name}>
      <p className={css.facts}>
        <Left plan={plan} />
        {plan.periodEnd ? (
          <span>
            <Trans>
              Month ends on <DayText iso={plan.periodEnd} />
            </Trans>
          </span>
        ) : null}
        <State plan={plan} />
      </p>
      {plan.paused || plan.isPastDue ? null : <NewRequest plan={plan} names={names} />}
      <RequestQueue plan={plan} />
    </Section>
  );
}

function Left({ plan: { requestsLeft, plan } }: Pick<Props, 'plan'>) {
  if (requestsLeft === null)
    return (
      <b>
        <Trans>Unlimited requests</Trans>
      </b>
    );
  const given = plan.requests ?? 0;
  return (
    <span>
      <b>
        <Plural value={requestsLeft} one="# request left" other="# requests left" />
      </b>{' '}
      <Trans>of {given} a month</Trans>
    </span>
  );
}

function State({ plan: { paused, isPastDue, state } }: Pick<Props, 'plan'>) {
  const { t } = useLingui();
  if (paused)
    return (
      <>
        <span className={badge.off}>{t`Paused`}</span>
        <span>{t`Waiting requests begin when you resume.`}</span>
      </>
    );
  if (isPastDue)
    return (
      <>
        <span className={badge.wait}>{t`Not paid yet`}</span>
        <a href={`${href('orderHistory')}#bundles`}>{t`Pay the month to go on`}</a>
      </>
    );
  return state === 'ending' ? <span className={badge.off}>{t`Ending`}</span> : null;
}

/** A link to the brief of each service of the plan. */
function NewRequest({ plan: { subscriptionId, plan, requestsLeft }, names }: Props) {
  const { t } = useLingui();
  const services = names.services.filter(
    ({ serviceType, state }) => plan.services[String(serviceType)] !== undefined && state !== 'archived',
  );
  return (
    <div className={css.request}>
      <h3>{t`New request`}</h3>
      <ul className={css.services}>
        {services.map(({ slug, serviceType, name }) => {
          const credits = plan.services[String(serviceType)] ?? 1;
          const isShort = requestsLeft !== null && credits > requestsLeft;
          return (
            <li key={slug}>
              {isShort ? (
                <span className={css.short}>{name}</span>
              ) : (
                <ButtonLink text={name} small href={`${fillPath(href('service'), { id: slug })}?plan=${subscriptionId}`} />
              )}
              {credits > 1 ? (
                <small className="soft">
                  <Trans>counts as {credits}</Trans>
                </small>
              ) : null}
            </li>
          );
        })}
      </ul>
      {requestsLeft === 0 ? <p className="soft">{t`You have used all requests of this month. New ones come with the next.`}</p> : null}
    </div>
  );
}
