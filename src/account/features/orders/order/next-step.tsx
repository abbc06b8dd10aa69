// What happens next with an order: amount due and deadline, what it waits for, and the expected date.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { showMoney } from '#lib/money/money.ts';
import type { OrderView } from '#modules/orders/shapes.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { Space } from '#ui/i18n/space.tsx';
import { usePage } from '#ui/page/context.ts';
import type { Output } from '../../../../api.ts';
import { href } from '../../../../pages.ts';
import { apiQuery } from '../../../api/queries.ts';
import { useNews } from '../../../live/use-live-updates.ts';
import { DayText, MomentText } from '../../../shared/date-time.tsx';
import { findNewestDelivery, isConfirmationPending, isInWork, isUnpaid, type OrderProps } from '../order-list.ts';
import { formatPieceTitle, orderNames } from '../order-names.ts';
import { ExpectedDate } from './expected-date.tsx';
import css from './order.module.css';
import { PieceStateText } from './piece-state.tsx';

const Over = createLazyPart(() => import('./closed-note.tsx').then(({ Over }) => Over));

type Props = Pick<OrderProps, 'order'>;

export const Next = ({ order, names }: Pick<OrderProps, 'order' | 'names'>) => (
  <>
    {order.dispute === 'lost' ? <TakenBack order={order} /> : null}
    {isUnpaid(order) ? isConfirmationPending(order) ? <Confirming order={order} /> : <ToPay order={order} /> : null}
    {order.piecesWaiting > 0 ? <ToBrief order={order} /> : null}
    {order.acceptAt ? (
      <p>
        <Trans>
          Read it and accept or request changes by <DayText iso={order.acceptAt} />.
        </Trans>
      </p>
    ) : null}
    {(isUnpaid(order) && !isConfirmationPending(order)) || isInWork(order) || order.status === 4 ? (
      <ExpectedDate order={order} isBundle={orderNames(order, names).isBundle} />
    ) : null}
    {isInWork(order) && orderNames(order, names).isBundle ? <PieceDates order={order} names={names} /> : null}
    {order.status === 4 && !order.inRevision ? <DeliveredOn order={order} /> : null}
    {order.cancelledAt ? (
      <div className={css.over}>
        <Over order={order} at={order.cancelledAt} />
      </div>
    ) : null}
  </>
);

function DeliveredOn({ order }: Props) {
  const at = findNewestDelivery(order);
  return at ? (
    <p>
      <Trans>
        Delivered on <MomentText iso={at} />.
      </Trans>
    </p>
  ) : null;
}

const TakenBack = ({ order: { number } }: Props) => (
  <p>
    <b>
      <Trans>Payment taken back.</Trans>
    </b>
    <Space />
    <Trans>Your bank has returned your money, so work on this order has stopped.</Trans>
    <Space />
    <AskSupport number={number} />
  </p>
);

/** The end of the last attempt is unknown, so nothing is said about the money. */
function Confirming({ order }: Props) {
  return (
    <p>
      {order.paymentOutcome?.kind === 'unreachable' ? (
        <>
          <Trans>We cannot reach the bank, so we don’t know yet whether you’ve paid. Please don’t pay again.</Trans>
          <Space />
          <AskSupport number={order.number} />
        </>
      ) : (
        <Trans>We are checking with your bank whether you’ve paid. Don’t pay again; this page updates by itself.</Trans>
      )}
    </p>
  );
}

const AskSupport = ({ number }: Pick<OrderView, 'number'>) => (
  <a href={`${href('support')}?new=${number}`}>
    <Trans>Contact support</Trans>
  </a>
);

function ToPay({ order }: { order: OrderView }) {
  const { t } = useLingui();
  const { status, paymentLink, paymentOutcome, linkExpiresAt, couponReleased, price, purchasePrice, currency } = order;
  const { locale } = usePage();
  return (
    <>
      {paymentOutcome?.kind === 'declined' ? (
        <p>{t`Your bank declined the payment. Nothing was charged. Try again or use another method.`}</p>
      ) : null}
      <p>
        {status === 0 ? (
          <Trans>We’re preparing your payment link.</Trans>
        ) : paymentLink && linkExpiresAt ? (
          <Trans>
            The payment link is open until <MomentText iso={linkExpiresAt} />.
          </Trans>
        ) : couponReleased ? (
          t`The payment link has expired. If your code is no longer available, we’ll show you the new total first.`
        ) : (
          t`The payment link has expired. Pay to get a new one; unpaid orders are cancelled after 7 days.`
        )}
      </p>
      {purchasePrice === price ? null : (
        <p>{t`Paid together with the rest of the purchase: ${showMoney({ amount: purchasePrice, currency }, locale)}.`}</p>
      )}
    </>
  );
}

/** No brief starts a clock during the withdrawal period. */
const ToBrief = ({ order: { piecesWaiting, mayBeginAt } }: Props) => (
  <p>
    {mayBeginAt ? (
      <Plural value={piecesWaiting} one="# piece needs a brief." other="# pieces need a brief." />
    ) : (
      <Plural
        value={piecesWaiting}
        one="# piece needs a brief. Its clock starts when you send it."
        other="# pieces need a brief. Each clock starts when you send it."
      />
    )}
  </p>
);

/** When each piece of a bundle is expected, if the dates differ. */
const news = ['orders'] as const;
type Piece = Output<'GET /api/orders/order'>['pieces'][number];

function PieceDates({ order: { id }, names }: Pick<OrderProps, 'order' | 'names'>) {
  const { data, refetch } = useQuery(apiQuery('GET /api/orders/order', { id }));
  useNews(news, () => void refetch());
  const pieces = data?.pieces ?? [];
  const dates = new Set(pieces.map(({ expectedAt, expectedBecause }) => `${expectedAt} ${expectedBecause}`));
  if (dates.size < 2) return null;
  return (
    <dl className={css.pieceDates}>
      {pieces.map((piece) => (
        <div key={piece.id}>
          <dt>{formatPieceTitle(piece, names)}</dt>
          <dd>
            <PieceDate piece={piece} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A piece that waits for a brief or an answer has no date yet, unless work may begin on a later day only. */
function PieceDate({ piece }: { readonly piece: Piece }) {
  const { expectedAt, expectedBecause, dueAt, state } = piece;
  if (expectedBecause === 'instant') return <Trans>within a minute</Trans>;
  if (expectedAt === null || (expectedBecause === 'paused' && dueAt === null)) return <PieceStateText piece={piece} />;
  return (
    <>
      <MomentText iso={expectedAt} />
      {state === 'waiting' ? (
        <>
          {' · '}
          <PieceStateText piece={piece} />
        </>
      ) : null}
    </>
  );
}
