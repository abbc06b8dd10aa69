// One order: brief, status, money, documents, mails and audit log.

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { pieceStateLabels } from '#modules/fulfilment/desk/shapes-states.ts';
import { mailLabel } from '#modules/mail/shapes-labels.ts';
import type { OrderDetails } from '#modules/orders/desk/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { LinkedAddresses } from '#ui/display/linked-addresses.tsx';
import fold from '#ui/styles/fold.module.css';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { ReasonForm } from '../../shared/forms/form.tsx';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Columns, FactList, Lines, Panel, PanelColumn, PanelLine, PanelNote } from '../../shared/layout/panel.tsx';
import { answerText, formatQuestionName, sortAnswers } from '../../shared/values/answer.ts';
import { CustomerLink } from '../../shared/values/customer-link.tsx';
import { formatMoment, Moment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { DisputeBadge, OrderStatusBadge } from '../../shared/values/status.tsx';
import { expectedWords, formatCustomerLanguage, useDeskLabels } from '../../shared/values/words.ts';
import { AuditSentence } from '../audit/audit-sentence.tsx';
import { DeskOrderActions } from './order-actions.tsx';
import { OrderAddOns, OrderMoney } from './order-money.tsx';
import { PieceActions } from './piece-actions.tsx';

export function OrderPage(): ReactNode {
  const { id } = useParams({ from: '/orders/$id' });
  const query = useQuery(deskQuery('GET /api/order', { id }));
  return (
    <DeskQueryState query={query} title="Order">
      {(page) => <OrderPanels page={page} onDone={query.refetch} />}
    </DeskQueryState>
  );
}

type Props = { readonly page: OrderDetails; readonly onDone: () => Promise<unknown> };

function OrderPanels({ page, onDone }: Props) {
  const { order } = page;
  return (
    <>
      <PageHead title={order.number}>
        <OrderStatusBadge status={order.status} inRevision={order.inRevision} />
        <DisputeBadge dispute={page.dispute} />
        <DeskOrderActions page={page} onDone={onDone} />
      </PageHead>
      <Columns>
        <PanelColumn>
          <About page={page} />
          <Brief page={page} />
          <Pieces page={page} onDone={onDone} />
        </PanelColumn>
        <PanelColumn>
          <OrderMoney page={page} />
          <Mails page={page} onDone={onDone} />
          <Log page={page} />
        </PanelColumn>
      </Columns>
    </>
  );
}

function About({ page: { order, customer, orderedBy, what } }: { readonly page: OrderDetails }) {
  return (
    <Panel title="Order">
      <FactList
        facts={[
          ['Service', what],
          ['Add-ons', order.addOns ? <OrderAddOns key="extras" addOns={order.addOns} currency={order.currency} /> : null],
          ['Customer', <CustomerLink key="who" customer={customer} />],
          ['Email', customer?.email],
          ['Ordered by', orderedBy === null ? 'a former colleague' : orderedBy],
          ['Billed to', order.billing],
          ['Language', formatCustomerLanguage(order.locale)],
          ['Price', formatMoney(order.price, order.currency)],
          ['Discount', order.discount > 0 ? formatMoney(order.discount, order.currency) : null],
          ['Ordered', formatMoment(order.createdAt)],
          ['Paid', formatMoment(order.paidAt)],
          ['Started', formatMoment(order.startedAt)],
          ['Delivered', formatMoment(order.deliveredAt)],
          ['Cancelled', formatMoment(order.cancelledAt)],
          ['Expected', renderExpected(order)],
          ['Estimated when ordered', formatMoment(order.estimatedDeliveryAt)],
          [
            'Work starts',
            !order.hasRight ? 'On payment' : order.startNow ? 'Right away, as the customer chose' : 'After the withdrawal period',
          ],
          ['Subscription', order.subscriptionId ? 'Renews every month' : null],
          ['Bought with', order.together.length > 0 ? <Together key="together" orders={order.together} /> : null],
        ]}
      />
    </Panel>
  );
}

/** The date and the reason that the customer reads. */
const renderExpected = ({ expectedAt, expectedBecause }: OrderDetails['order']): ReactNode =>
  expectedBecause === null ? null : (
    <>
      {formatMoment(expectedAt)} {expectedAt ? expectedWords[expectedBecause] : 'On hold: the payment is disputed'}
    </>
  );

function Together({ orders }: { readonly orders: OrderDetails['order']['together'] }) {
  return (
    <>
      {orders.map(({ id, number }, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          <Link to="/orders/$id" params={{ id }}>
            {number}
          </Link>
        </span>
      ))}
    </>
  );
}

type Answers = OrderDetails['order']['answers'];
type BriefProps = { readonly answers: Answers; readonly offerId: string; readonly questions: OrderDetails['questions'] };

/** Answers with the labels that the customer saw. */
function BriefFacts({ answers, offerId, questions }: BriefProps) {
  const fields = useDeskLabels().all?.offers.find(({ id }) => id === offerId)?.fields ?? [];
  return (
    <FactList
      facts={sortAnswers(answers, fields).map(([name, answer]) => [
        questions[name] ?? formatQuestionName(name),
        <LinkedAddresses
          key={name}
          text={answerText(
            answer,
            fields.find((field) => field.name === name),
          )}
        />,
      ])}
    />
  );
}

function Brief({ page: { order, questions } }: { readonly page: OrderDetails }) {
  const isEmpty = Object.keys(order.answers).length === 0;
  return (
    <Panel title="Brief">
      {isEmpty ? (
        <PanelNote>Nothing was entered with the order.</PanelNote>
      ) : (
        <BriefFacts answers={order.answers} offerId={order.offerId} questions={questions} />
      )}
    </Panel>
  );
}

function Pieces({ page: { order, offers, questions, deliveries }, onDone }: Props) {
  return (
    <Panel title={order.pieces.length === 1 ? 'Piece' : `${order.pieces.length} pieces`}>
      <Lines>
        {order.pieces.map((piece, index) => {
          const { id, offerId, quantity, state, stage, dueAt, dueByHand, brief, isForWork, maker, share } = piece;
          const title =
            formatItem(offers[offerId] ?? offerId, quantity) + (share === null ? '' : ` (${index + 1} of ${order.pieces.length})`);
          return (
            <PanelLine key={id}>
              <span>
                {isForWork ? (
                  <Link to="/queue/$id" params={{ id }}>
                    {title}
                  </Link>
                ) : (
                  title
                )}
                <PieceVersions deliveries={deliveries.filter(({ pieceId }) => pieceId === id)} />
                {brief ? (
                  <details className={fold.fold}>
                    <summary>Brief</summary>
                    <BriefFacts answers={brief} offerId={offerId} questions={questions} />
                  </details>
                ) : null}
              </span>
              <span>
                {order.paidAt || state === 'cancelled' ? pieceStateLabels[state] : 'Awaiting payment'}
                {stage ? <span className="soft">, {stage}</span> : null}
                {maker && isOpen(state) ? <span className="soft">, {maker}</span> : null}
                {dueAt ? (
                  <span className="soft">
                    , due <Moment at={dueAt} />
                    {dueByHand ? `, by hand: ${dueByHand.reason}` : ''}
                  </span>
                ) : null}{' '}
                <PieceActions {...{ order, piece, title, onDone }} deliveryId={deliveries.findLast(({ pieceId }) => pieceId === id)?.id} />
              </span>
            </PanelLine>
          );
        })}
      </Lines>
    </Panel>
  );
}

/** Finished work has its deliverer beside it; who would revise it is on the page of the piece. */
const isOpen = (state: keyof typeof pieceStateLabels): boolean => state !== 'delivered' && state !== 'accepted';

const formatItem = (offer: string, quantity: number): string => (quantity > 1 ? `${quantity} × ${offer}` : offer);

/** The deliveries; their texts are on the piece page. */
function PieceVersions({ deliveries }: Pick<OrderDetails, 'deliveries'>) {
  return deliveries.map(({ id, pieceId, version, deliveredAt, by, files }) => (
    <div key={id}>
      <Link to="/queue/$id" params={{ id: pieceId }} search={{ delivery: id }}>
        Delivery {version}
      </Link>{' '}
      <span className="soft">
        <Moment at={deliveredAt} /> by {by}
        {files > 0 ? ` · ${files} ${files === 1 ? 'file' : 'files'}` : ''}
      </span>
    </div>
  ));
}

type Mail = OrderDetails['mails'][number];

function Mails({ page, onDone }: Props) {
  const mayAgain = useMay('mail.resend');
  const [again, setAgain] = useState<Mail>();
  const done = async () => {
    setAgain(undefined);
    await onDone();
  };
  return (
    <Panel title="Emails">
      {page.mails.length === 0 ? <PanelNote>None in the last 30 days.</PanelNote> : null}
      <Lines>
        {page.mails.map((mail) => (
          <PanelLine key={mail.id}>
            <span>
              {mailLabel(mail.mail)} <span className="soft">to {mail.to}</span>
            </span>
            <span>
              {mail.sentAt ? <Moment at={mail.sentAt} /> : (mail.failed ?? 'queued')}{' '}
              {mayAgain && mail.again && mail.sentAt ? <Button text="Resend" look="link" onClick={() => setAgain(mail)} /> : null}
            </span>
          </PanelLine>
        ))}
      </Lines>
      {again ? (
        <DeskDialog title={`Resend “${mailLabel(again.mail)}”`} harmless onClose={() => setAgain(undefined)}>
          <ReasonForm
            draft={`order.mail.${again.id}`}
            send={(why) => callDesk('POST /api/order/mail-again', { id: page.order.id, mailId: again.id, why })}
            onDone={done}
            submit="Resend"
          >
            <p>The same text is sent to the customer’s current address.</p>
          </ReasonForm>
        </DeskDialog>
      ) : null}
    </Panel>
  );
}

function Log({ page: { audit, operators } }: { readonly page: OrderDetails }) {
  const operatorName = (id: string): string => operators[id] ?? '—';
  return (
    <Panel title="Log">
      {audit.length === 0 ? <PanelNote>No actions yet.</PanelNote> : null}
      <Lines>
        {audit.map((line) => (
          <PanelLine key={line.id}>
            <span>
              <AuditSentence line={line} operatorName={operatorName} />
              <span className="soft">
                {' '}
                by {operatorName(line.operatorId)}
                {line.why ? `: ${line.why}` : ''}
              </span>
            </span>
            <Moment at={line.at} />
          </PanelLine>
        ))}
      </Lines>
    </Panel>
  );
}
