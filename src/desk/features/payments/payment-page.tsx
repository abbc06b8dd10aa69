// One payment: other attempts, charges, refunds, disputes, and a button that polls the provider.

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { PaymentDetails } from '#modules/payments/desk/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Columns, FactList, Lines, Panel, PanelColumn, PanelLine, PanelNote } from '../../shared/layout/panel.tsx';
import { CustomerLink } from '../../shared/values/customer-link.tsx';
import { formatMoment, Moment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { PaymentStateBadge, RefundState } from '../../shared/values/status.tsx';
import { formatProviderName } from '../../shared/values/words.ts';
import { DepositRefundForm } from './deposit-refund.tsx';
import { explainPayment } from './payment-reason.ts';
import { WebhookLog } from './webhooks.tsx';

export function PaymentPage(): ReactNode {
  const { id } = useParams({ from: '/payments/$id' });
  const query = useQuery(deskQuery('GET /api/payment', { id }));
  return (
    <DeskQueryState query={query} title="Payment">
      {(payment) => <PaymentPanels payment={payment} onAgain={query.refetch} />}
    </DeskQueryState>
  );
}

type Props = { readonly payment: PaymentDetails };

function PaymentPanels({ payment, onAgain }: Props & { readonly onAgain: () => Promise<unknown> }) {
  const sending = useMutation(DeskApiError);
  const askProvider = async () => {
    await callDesk('POST /api/payment/ask', { id: payment.id });
    await onAgain();
  };
  return (
    <>
      <PageHead title={`Payment of ${showMoney(payment, 'en')}`}>
        <PaymentStateBadge state={payment.state} attempt={payment.attempt} />
        <DepositRefundForm payment={payment} onDone={onAgain} />
        {payment.provider === 'none' ? null : (
          <Button text="Check with provider" small busy={sending.busy} onClick={() => void sending.run(askProvider)} />
        )}
      </PageHead>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      <Columns>
        <PanelColumn>
          <About payment={payment} />
          <Attempts payment={payment} />
        </PanelColumn>
        <PanelColumn>
          <TransferList payment={payment} />
        </PanelColumn>
      </Columns>
      <WebhookLog
        payment={payment.id}
        title="Webhooks"
        none={<PanelNote>None in the last 90 days. The shop also asks the provider itself.</PanelNote>}
      />
    </>
  );
}

function About({ payment }: Props) {
  const { amount, currency, customer, orders, reference, settledAt } = payment;
  const now = useNow();
  return (
    <Panel title="Payment">
      <FactList
        facts={[
          ['Status', explainPayment(payment, new Date(now))],
          ['Amount', formatMoney(amount, currency)],
          ['Coupon bonus', payment.deposit && payment.deposit.gift > 0 ? formatMoney(payment.deposit.gift, currency) : null],
          ['Refunded', payment.deposit && payment.deposit.given > 0 ? formatMoney(payment.deposit.given, currency) : null],
          ['For', payment.what],
          ['Orders', orders.length > 0 ? orders.map(({ id, number }) => <OrderLink key={id} id={id} number={number} />) : null],
          ['Customer', <CustomerLink key="who" customer={customer} />],
          ['Provider', formatProviderName(payment.provider)],
          ['Provider’s reference', reference],
          ['Created', <Moment key="made" at={payment.createdAt} />],
          ['Link expires', <Moment key="until" at={payment.linkExpiresAt} />],
          ['Paid', formatMoment(settledAt)],
          ['Next check', formatMoment(payment.askAt)],
        ]}
      />
    </Panel>
  );
}

const OrderLink = ({ id, number }: { readonly id: string; readonly number: string }) => (
  <>
    <Link to="/orders/$id" params={{ id }}>
      {number}
    </Link>{' '}
  </>
);

function Attempts({ payment: { attempts, id: own } }: Props) {
  return (
    <Panel title="Payment attempts">
      <Lines>
        {attempts.map(({ id, createdAt, state, attempt }) => (
          <PanelLine key={id}>
            <span>{id === own ? <Moment at={createdAt} /> : <AttemptLink id={id} at={createdAt} />}</span>
            <PaymentStateBadge state={state} attempt={attempt} />
          </PanelLine>
        ))}
      </Lines>
    </Panel>
  );
}

const AttemptLink = ({ id, at }: { readonly id: string; readonly at: string }) => (
  <Link to="/payments/$id" params={{ id }}>
    <Moment at={at} />
  </Link>
);

const decisions = { open: 'disputed', lost: 'lost: payment taken back', won: 'won' } as const;
const uses = { settled: 'paid', credited: 'arrived late, added to the balance' } as const;

function TransferList({ payment: { charges, refunds, disputes, currency } }: Props) {
  return (
    <>
      <Panel title="Charges">
        {charges.length === 0 ? <PanelNote>None yet.</PanelNote> : null}
        <Lines>
          {charges.map(({ id, reference, amount, used, chargedAt, keptAt }) => (
            <PanelLine key={id}>
              <span>
                {formatMoney(amount, currency)} {uses[used]} <code className="small soft">{reference}</code>
              </span>
              <span className="soft">
                <Moment at={chargedAt} />, recorded <Moment at={keptAt} />
              </span>
            </PanelLine>
          ))}
        </Lines>
      </Panel>
      <Panel title="Refunds">
        {refunds.length === 0 ? <PanelNote>None.</PanelNote> : null}
        <Lines>
          {refunds.map(({ id, amount, state, askedAt, reference }) => (
            <PanelLine key={id}>
              <span>
                {formatMoney(amount, currency)}{' '}
                <span className="soft">
                  <Moment at={askedAt} /> {reference}
                </span>
              </span>
              <RefundState state={state} />
            </PanelLine>
          ))}
        </Lines>
      </Panel>
      {disputes.length === 0 ? null : (
        <Panel title="Disputes">
          <Lines>
            {disputes.map(({ id, amount, reference, openedAt, decision, decidedAt, returned }) => (
              <PanelLine key={id}>
                <span>
                  {formatMoney(amount, currency)} {decisions[decision ?? 'open']}
                  {returned > 0 && returned < amount ? <> (the customer owes {formatMoney(returned, currency)})</> : null}{' '}
                  <code className="small soft">{reference}</code>
                </span>
                <Moment at={decidedAt ?? openedAt} />
              </PanelLine>
            ))}
          </Lines>
        </Panel>
      )}
    </>
  );
}
