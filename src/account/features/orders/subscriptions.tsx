// Subscriptions of the account with renewal date and price; pause, resume or end them after a dialog.
// Hidden if there are none.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { SubscriptionRequest, SubscriptionView } from '#modules/subscriptions/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import dialog from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import field from '#ui/forms/field.module.css';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { usePage } from '#ui/page/context.ts';
import badge from '#ui/styles/badge.module.css';
import rows from '#ui/styles/rows.module.css';
import { href } from '../../../pages.ts';
import { apiQuery, queryClient } from '../../api/queries.ts';
import { useNews } from '../../live/use-live-updates.ts';
import { DayText } from '../../shared/date-time.tsx';
import { Section } from '../../shared/section.tsx';
import css from '../../shared/tall-rows.module.css';
import { addOnTitles } from './order-names.ts';
import { beginPayment } from './payment/pay-link.ts';

type SubscriptionAct = SubscriptionRequest['do'];
type ActionRequest = { readonly subscription: SubscriptionView; readonly act: SubscriptionAct };

const subscriptionsQuery = apiQuery('GET /api/orders/subscriptions', undefined);
const news = ['subscriptions', 'orders'] as const;

export function Subscriptions() {
  const { t } = useLingui();
  const bundles = useQuery(subscriptionsQuery);
  useNews(news, () => void bundles.refetch());
  const [confirmation, setConfirmation] = useState<ActionRequest>();
  const [isLate, setIsLate] = useState(false);
  const { busy, failure, run } = useMutation(ApiError);
  const title = useRef<HTMLHeadingElement>(null);
  const attempt = (work: () => Promise<void>) =>
    run(async () => {
      setIsLate(false);
      await work().catch((cause: unknown) => {
        // After an error the subscription may have changed, so it is reloaded.
        void bundles.refetch();
        throw cause;
      });
    });
  const carryOut = ({ subscription: { id, name }, act }: ActionRequest) =>
    attempt(async () => {
      const next = await call('POST /api/orders/subscription', { subscriptionId: id, do: act });
      queryClient.setQueryData(subscriptionsQuery.queryKey, (list) =>
        list?.flatMap((each) => (each.id !== id ? each : next.state === 'ended' ? [] : next)),
      );
      const done = {
        pause: t`${name} is paused.`,
        resume: t`${name} continues.`,
        keep: t`${name} continues.`,
        end: t`${name} won’t renew.`,
      };
      showToast({ text: done[act] });
      title.current?.focus();
    });
  const pay = (purchaseId: string) =>
    attempt(async () => {
      const { paymentLink } = await call('POST /api/orders/pay', { purchaseId });
      if (paymentLink) {
        beginPayment(purchaseId);
        location.assign(paymentLink);
      } else setIsLate(true);
    });
  if (!bundles.data || (bundles.data.length === 0 && failure === undefined && !busy)) return null;
  return (
    <Section id="bundles" title={t`Monthly bundles`} heading={title}>
      <ul className={rows.rows}>
        {bundles.data.map((subscription) => (
          <SubscriptionRow
            key={subscription.id}
            {...{ subscription, busy }}
            onAct={(act) => (act === 'keep' ? void carryOut({ subscription, act }) : setConfirmation({ subscription, act }))}
            pay={(purchaseId) => void pay(purchaseId)}
          />
        ))}
      </ul>
      <FieldErrorText error={failure} />
      <p role="alert" className={field.error} hidden={!isLate}>
        {isLate ? t`The payment link isn’t ready yet. Try again in a minute.` : null}
      </p>
      {confirmation ? (
        <Question
          {...confirmation}
          onAnswer={(agreed) => {
            setConfirmation(undefined);
            if (agreed) void carryOut(confirmation);
          }}
        />
      ) : null}
    </Section>
  );
}

const actsByState: Readonly<Partial<Record<SubscriptionView['state'], readonly SubscriptionAct[]>>> = {
  active: ['pause', 'end'],
  paused: ['resume', 'end'],
  ending: ['keep'],
};

type SubscriptionProps = {
  readonly subscription: SubscriptionView;
  readonly busy: boolean;
  readonly onAct: (act: SubscriptionAct) => void;
  readonly pay: (purchaseId: string) => void;
};

function SubscriptionRow({ subscription, busy, onAct, pay }: SubscriptionProps) {
  const { t } = useLingui();
  const { locale } = usePage();
  const { name, state, unpaid } = subscription;
  const price = showMoney({ amount: subscription.price, currency: subscription.currency }, locale);
  const labels = {
    pause: t`Pause`,
    resume: t`Resume`,
    end: t`End`,
    keep: t({ message: 'Keep it', context: 'a subscription that was ended' }),
  };
  return (
    <li className={css.row}>
      <div>
        <h3>{name}</h3>
        <p className={css.note}>
          <Trans>{price} a month</Trans> · {addOnTitles(subscription).map((addOn) => `${addOn} · `)}
          <When subscription={subscription} />
        </p>
      </div>
      <p>
        <State state={state} unpaid={unpaid} />
      </p>
      <p className={dialog.acts}>
        {subscription.isPlan ? <ButtonLink text={t`Open plan`} small href={href('plans')} aria-label={t`Open plan: ${name}`} /> : null}
        {unpaid && !unpaid.isBeingConfirmed ? (
          <Button
            text={t`Pay ${price}`}
            look="main"
            small
            aria-label={t`Pay ${price}: ${name}`}
            busy={busy}
            onClick={() => pay(unpaid.purchaseId)}
          />
        ) : null}
        {(actsByState[state] ?? []).map((act) => {
          const label = labels[act];
          return <Button key={act} text={label} small aria-label={t`${label}: ${name}`} busy={busy} onClick={() => onAct(act)} />;
        })}
      </p>
    </li>
  );
}

function When({ subscription: { state, renewsAt, paidUntil, unpaid } }: { subscription: SubscriptionView }) {
  if (unpaid) return <Trans>The next month starts once it’s paid</Trans>;
  if (state === 'ending' && paidUntil)
    return (
      <Trans>
        Ends on <DayText iso={paidUntil} />
      </Trans>
    );
  if (state === 'active' && renewsAt)
    return (
      <Trans>
        Renews on <DayText iso={renewsAt} />
      </Trans>
    );
  return <Trans>No charges until you resume</Trans>;
}

function State({ state, unpaid }: Pick<SubscriptionView, 'state' | 'unpaid'>) {
  const { t } = useLingui();
  if (unpaid) return <span className={badge.wait}>{unpaid.isBeingConfirmed ? t`Checking with your bank` : t`Not paid yet`}</span>;
  if (state === 'active') return <span className={badge.done}>{t`Active`}</span>;
  return <span className={badge.off}>{state === 'paused' ? t`Paused` : t`Ending`}</span>;
}

function Question({ subscription, act, onAnswer }: ActionRequest & { onAnswer: (agreed: boolean) => void }) {
  const { t } = useLingui();
  const { name } = subscription;
  const titles = { pause: t`Pause ${name}?`, resume: t`Resume ${name}?`, end: t`End ${name}?`, keep: '' };
  const yes = { pause: t`Pause`, resume: t`Resume`, end: t`End`, keep: '' };
  return (
    <Dialog title={titles[act]} onClose={(value) => onAnswer(value === 'agreed')} harmless>
      <Meaning subscription={subscription} act={act} />
      {subscription.unpaid ? <p>{t`The unpaid month is cancelled. You won’t owe anything for it.`}</p> : null}
      <form method="dialog" className={dialog.acts}>
        <Button text={yes[act]} look="main" type="submit" value="agreed" />
        <Button text={t`Not now`} type="submit" value="" />
      </form>
    </Dialog>
  );
}

function Meaning({ subscription: { price, currency, paidUntil, isPlan }, act }: ActionRequest) {
  const { t } = useLingui();
  const { locale } = usePage();
  const now = useNow();
  const shown = showMoney({ amount: price, currency }, locale);
  if (act === 'pause' && isPlan)
    return (
      <p>{t`Nothing is charged, and waiting requests don’t begin, until you resume. The paid days stay: the month ends later by each whole day of the pause. What is in work is finished.`}</p>
    );
  if (act === 'pause')
    return <p>{t`No new month starts, and nothing is charged, until you resume. You’ll still get what you’ve paid for.`}</p>;
  if (act === 'resume')
    return (
      <p>
        {t`The next month starts when the paid one ends, in two days at the earliest. It costs ${shown}, from your balance if it’s enough, otherwise by payment link. We’ll email you a reminder first.`}
      </p>
    );
  if (act === 'end' && isPlan)
    return <p>{t`It ends with the month you’ve paid for. Requests in work are finished; those that still wait then are cancelled.`}</p>;
  if (paidUntil && Date.parse(paidUntil) > now)
    return (
      <p>
        <Trans>
          It ends on <DayText iso={paidUntil} />, with the month you’ve paid for. You’ll still get its pieces, and you can change your mind
          until then.
        </Trans>
      </p>
    );
  return <p>{t`It ends right away. You’ll still get what you’ve paid for.`}</p>;
}
