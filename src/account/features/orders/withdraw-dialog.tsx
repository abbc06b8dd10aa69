// Withdrawal in two steps: consequences and refund, then the confirmation. No reason is asked.

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useRef, useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { WithdrawalView } from '#modules/withdrawals/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import sheet from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { UserText } from '#ui/display/user-text.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import field from '#ui/forms/field.module.css';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { Space } from '#ui/i18n/space.tsx';
import { usePage } from '#ui/page/context.ts';
import { apiQuery, useFreshQuery } from '../../api/queries.ts';
import { LoadFailure } from '../../layout/client-area/client-area.tsx';
import { LastDay } from '../../shared/date-time.tsx';
import { type RefundTo, RefundWays } from './refund-ways.tsx';
import css from './withdraw-dialog.module.css';

const REASON_CHARS = 1_000;

export type WithdrawProps = {
  readonly order: { readonly id: string; readonly number: string };
  /** Done: reloads the order and closes the dialog. */
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
};

type Choice = { readonly refundTo: RefundTo; readonly reason: string };

type WithdrawStep = 'look' | 'confirm';

export function WithdrawDialog(props: WithdrawProps) {
  const { t } = useLingui();
  const { onClose, order } = props;
  const { id: orderId } = order;
  const { data, error, isFetching, refetch } = useFreshQuery(apiQuery('GET /api/orders/withdrawal', { orderId }));
  const again = () => void refetch();
  const [step, setStep] = useState<WithdrawStep>('look');
  const title = step === 'look' ? t`Withdraw from contract` : t`Confirm your withdrawal`;
  return (
    <Dialog title={title} onClose={onClose} harmless>
      {data ? (
        <Steps {...props} withdrawal={data} step={step} go={setStep} again={again} />
      ) : (
        <>
          {!error ? (
            <Skeleton shape="lines" count={5} />
          ) : error.status === 400 ? (
            <FieldErrorText error={error} />
          ) : (
            <LoadFailure error={error} busy={isFetching} retry={again} />
          )}
          <form method="dialog" className={sheet.acts}>
            <LeaveButton>{t`Close`}</LeaveButton>
          </form>
        </>
      )}
    </Dialog>
  );
}

type StepsProps = WithdrawProps & {
  readonly withdrawal: WithdrawalView;
  readonly step: WithdrawStep;
  readonly go: (step: WithdrawStep) => void;
  /** Recalculates the refund. */
  readonly again: () => void;
};

function Steps({ withdrawal, order: { id: orderId, number }, onDone, step, go, again }: StepsProps) {
  const { t } = useLingui();
  const { busy, failure, run } = useMutation(ApiError);
  const [choice, setChoice] = useState<Choice>({ refundTo: 'source', reason: '' });
  const confirm = () =>
    void run(async () => {
      await call('POST /api/orders/withdraw', { orderId, back: withdrawal.back, ...choice }).catch((cause: unknown) => {
        // The amount differs from the one shown: the user reviews it again.
        if (cause instanceof ApiError && cause.errors.back) {
          again();
          go('look');
        }
        throw cause;
      });
      await onDone();
      showToast({ text: t`You’ve withdrawn from the contract for ${number}. We’ve emailed you a confirmation.` });
    });
  return (
    <>
      <div className={css.withdraw}>
        {step === 'look' ? (
          <WithdrawalReview withdrawal={withdrawal} choice={choice} choose={setChoice} />
        ) : (
          <Declared withdrawal={withdrawal} choice={choice} />
        )}
      </div>
      <FieldErrorText error={failure} />
      {step === 'look' ? (
        <form method="dialog" className={sheet.acts}>
          <Button text={t`Continue`} look="main" onClick={() => go('confirm')} />
          <LeaveButton>{t`Keep the contract`}</LeaveButton>
        </form>
      ) : (
        <div className={sheet.acts}>
          <Button text={t`Confirm withdrawal`} look="bad" busy={busy} onClick={confirm} />
          <Button text={t`Back`} onClick={() => go('look')} />
        </div>
      )}
    </>
  );
}

const LeaveButton = ({ children }: { readonly children: ReactNode }) => <Button text={children} type="submit" />;

type ShownProps = { readonly withdrawal: WithdrawalView; readonly choice: Choice };

function WithdrawalReview({ withdrawal, choice, choose }: ShownProps & { readonly choose: (choice: Choice) => void }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const id = useId();
  const { number, until, price, charged, back, currency, paidFrom, credit, endsBundle, delivered } = withdrawal;
  const money = (amount: number) => showMoney({ amount, currency }, locale);
  return (
    <>
      <FocusedIntro>
        <Trans>
          This ends the contract for order <b className={css.number}>{number}</b>. You can withdraw until <LastDay iso={until} />, without
          giving a reason.
        </Trans>
      </FocusedIntro>
      <dl>
        <RefundRow term={t`You paid`}>{money(price)}</RefundRow>
        <RefundRow term={t`We charge`} note={<Why withdrawal={withdrawal} />}>
          {money(charged)}
        </RefundRow>
        <RefundRow term={t`Refund`} strong>
          {money(back)}
        </RefundRow>
      </dl>
      {paidFrom === 'link' && back > 0 ? (
        <RefundWays
          question={t`Where should we refund it?`}
          chosen={choice.refundTo}
          choose={(refundTo) => choose({ ...choice, refundTo })}
        />
      ) : null}
      {paidFrom === 'balance' && back > 0 ? (
        <p>
          <Trans>It’s refunded to your balance right away.</Trans>
          <Space />
          {credit > 0 ? t`${money(credit)} of it comes back as promotional credit.` : null}
        </p>
      ) : null}
      <p>
        {delivered > 0 ? t`Work stops. You keep what was delivered.` : t`Work stops.`}
        <Space />
        {endsBundle ? t`The monthly bundle ends too, with no further charges.` : null}
      </p>
      <div className={field.field}>
        <label htmlFor={id}>{t`Reason (optional)`}</label>
        <textarea
          id={id}
          className={field.input}
          rows={2}
          maxLength={REASON_CHARS}
          value={choice.reason}
          onChange={({ target }) => choose({ ...choice, reason: target.value })}
        />
      </div>
    </>
  );
}

/** How the charge is calculated. */
function Why({ withdrawal: { startNow, delivered, pieces } }: Pick<ShownProps, 'withdrawal'>) {
  if (delivered === 0) return <Trans>Nothing has been delivered yet.</Trans>;
  if (!startNow) return <Trans>You didn’t ask us to start early, so the delivered work is free.</Trans>;
  return (
    <Trans>
      {delivered} of {pieces} pieces delivered. You asked us to start right away, so each counts at its list price.
    </Trans>
  );
}

/** The declaration with its sender, which the law requires to be confirmed. */
function Declared({ withdrawal: { number, name, email, back, currency, paidFrom }, choice: { refundTo } }: ShownProps) {
  const { locale } = usePage();
  const amount = showMoney({ amount: back, currency }, locale);
  return (
    <>
      <FocusedIntro>
        <Trans>
          I, <UserText text={name} />, withdraw from the contract for order <b className={css.number}>{number}</b>.
        </Trans>
      </FocusedIntro>
      <p>
        {back === 0 ? (
          <Trans>There’s nothing to refund.</Trans>
        ) : paidFrom === 'link' && refundTo === 'source' ? (
          <Trans>{amount} will be refunded to your payment method.</Trans>
        ) : (
          <Trans>{amount} will be refunded to your balance.</Trans>
        )}
        <Space />
        <Trans>
          We’ll email a confirmation with date and time to <UserText text={email} />.
        </Trans>
      </p>
    </>
  );
}

/** The first element of a step takes the focus, because the button that led here is gone. */
function FocusedIntro({ children }: { readonly children: ReactNode }) {
  const lead = useRef<HTMLParagraphElement>(null);
  useFocusOnMount(() => lead.current);
  return (
    <p ref={lead} tabIndex={-1} className={css.lead}>
      {children}
    </p>
  );
}

type RefundRowProps = { readonly term: ReactNode; readonly note?: ReactNode; readonly strong?: boolean; readonly children: string };

const RefundRow = ({ term, note, strong = false, children }: RefundRowProps) => (
  <div data-strong={strong ? '' : undefined}>
    <dt>
      {term}
      {note ? <small>{note}</small> : null}
    </dt>
    <dd>{children}</dd>
  </div>
);
