// Saved means of payment, and what is charged from each. Removing one asks first if a bundle uses it.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { MeansView } from '#modules/payments/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import dialog from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import rows from '#ui/styles/rows.module.css';
import { apiQuery, queryClient } from '../../api/queries.ts';
import { QueryState } from '../../layout/client-area/client-area.tsx';
import { Section } from '../../shared/section.tsx';
import list from '../../shared/tall-rows.module.css';

const meansQuery = apiQuery('GET /api/payment-means', undefined);
const subscriptionsQuery = apiQuery('GET /api/orders/subscriptions', undefined);

export function PaymentMethods() {
  const { t } = useLingui();
  const all = useQuery(meansQuery);
  const { data: subscriptions } = useQuery(subscriptionsQuery);
  const title = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<MeansView>();
  const { busy, failure, run } = useMutation(ApiError);
  const listSubscriptions = ({ id }: MeansView) => subscriptions?.flatMap(({ meansId, name }) => (meansId === id ? [name] : [])) ?? [];
  const remove = ({ id }: MeansView) =>
    run(async () => {
      await call('POST /api/payment-means/remove', { id });
      queryClient.setQueryData(meansQuery.queryKey, (known) => known?.filter((each) => each.id !== id));
      void queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey });
      showToast({ text: t`Payment method removed.` });
      title.current?.focus();
    });
  return (
    <Section id="payment-methods" title={t`Payment methods`} heading={title}>
      <p className="soft">{t`Saved when you agree to it at checkout. Only our payment provider has the full number.`}</p>
      <QueryState query={all} waiting={null}>
        {(means) =>
          means.length === 0 ? (
            <p>{t`You have no saved payment methods.`}</p>
          ) : (
            <ul className={rows.rows}>
              {means.map((each) => (
                <MeansRow key={each.id} means={each} names={listSubscriptions(each)} busy={busy} onRemove={() => setChosen(each)} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <FieldErrorText error={failure} />
      {chosen ? (
        <Question
          means={chosen}
          names={listSubscriptions(chosen)}
          onAnswer={(agreed) => {
            setChosen(undefined);
            if (agreed) void remove(chosen);
          }}
        />
      ) : null}
    </Section>
  );
}

const describe = ({ brand, last4 }: MeansView): string => `${brand} •••• ${last4}`;

type RowProps = {
  readonly means: MeansView;
  /** Of the bundles that are charged from it. */
  readonly names: readonly string[];
  readonly busy: boolean;
  readonly onRemove: () => void;
};

function MeansRow({ means, names, busy, onRemove }: RowProps) {
  const { t } = useLingui();
  const { kind, expires } = means;
  const month = expires && `${expires.slice('yyyy-'.length)}/${expires.slice(0, 'yyyy'.length)}`;
  const shown = describe(means);
  const bundles = names.join(', ');
  return (
    <li className={list.row}>
      <div>
        <p className={list.title}>{shown}</p>
        <p className={list.note}>{kind === 'debit' ? t`Direct debit` : month ? t`Expires ${month}` : t`Card`}</p>
        {names.length > 0 ? (
          <p className={list.note}>
            <Trans>Charged for {bundles}</Trans>
          </p>
        ) : null}
      </div>
      <Button text={t`Remove`} small aria-label={t`Remove ${shown}`} busy={busy} onClick={onRemove} />
    </li>
  );
}

type QuestionProps = Pick<RowProps, 'means' | 'names'> & { readonly onAnswer: (agreed: boolean) => void };

function Question({ means, names, onAnswer }: QuestionProps) {
  const { t } = useLingui();
  const shown = describe(means);
  const bundles = names.join(', ');
  return (
    <Dialog title={t`Remove ${shown}?`} onClose={(value) => onAnswer(value === 'agreed')} harmless>
      <p>
        {names.length > 0
          ? t`${bundles} goes on. We’ll email you a payment link for each month instead.`
          : t`It can’t be charged any more. You can save it again at checkout.`}
      </p>
      <form method="dialog" className={dialog.acts}>
        <Button text={t`Remove`} look="main" type="submit" value="agreed" />
        <Button text={t`Not now`} type="submit" value="" />
      </form>
    </Dialog>
  );
}
