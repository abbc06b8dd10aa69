// Next step of an order: amount due and deadline, what it waits for, and the expected date.
import { Plural, Trans } from '@lingui/react/macro';
import { showMoney } from '../../../../lib/money/money.ts';
import type { OrderView } from '../../../../modules/orders/shapes.ts';
import { LazyPart } from '../../../../ui/display/lazy.tsx';
import button from '../../../../ui/styles/button.module.css';
import { usePage } from '../../../router/page/context.ts';
import { DayOf, MomentOf } from '../../../shared/date-time.tsx';
import { historyAddress, isUnpaid, type OrderProps } from '../order-list.ts';
import { ExpectedDate } from './expected-date.tsx';
import css from './order-card.module.css';

const loadOver = () => import('./closed-note.tsx').then(({ Over }) => Over);
const failed = () => undefined;

type Props = Pick<OrderProps, 'order'>;

export const Next = ({ order }: Props) => (
  <div className={css.next}>
    {isUnpaid(order) ? <ToPay order={order} /> : null}
    {order.status === 2 || order.status === 3 ? <InWork order={order} /> : null}
    {order.deliveredAt ? (
      <p>
        <Trans>
          Delivered on <MomentOf iso={order.deliveredAt} />.
        </Trans>
      </p>
    ) : null}
    {order.status === 4 ? <ExpectedDate order={order} /> : null}
    {order.cancelledAt ? (
      <div className={css.over}>
        <LazyPart load={loadOver} props={{ order, at: order.cancelledAt }} failed={failed} />
      </div>
    ) : null}
    {order.renewsAt && order.status !== -1 ? (
      <p>
        <Trans>
          Renews on <DayOf iso={order.renewsAt} />.
        </Trans>
      </p>
    ) : null}
  </div>
);

function ToPay({ order }: { order: OrderView }) {
  const { status, paymentLink, paymentOutcome, linkExpiresAt, couponReleased, price, purchasePrice, currency } = order;
  const { locale } = usePage();
  return (
    <>
      {paymentOutcome?.kind === 'declined' ? (
        <p>
          <Trans>Your bank declined the payment. Nothing was charged. Try again or use another method.</Trans>
        </p>
      ) : null}
      <p>
        {status === 0 ? (
          <Trans>The payment link is being made. It comes here as soon as it is there.</Trans>
        ) : paymentLink && linkExpiresAt ? (
          <Trans>
            The payment link is open until <MomentOf iso={linkExpiresAt} />.
          </Trans>
        ) : couponReleased ? (
          <Trans>
            The payment link has expired, and your code was released. Paying uses the code again if it is still available; if not, we show
            you the new total first.
          </Trans>
        ) : (
          <Trans>The payment link has expired. Paying gives you a new one. An unpaid order is cancelled after 7 days.</Trans>
        )}
      </p>
      {purchasePrice === price ? null : (
        <p>
          <Trans>It is paid together with what was ordered with it: {showMoney({ amount: purchasePrice, currency }, locale)}.</Trans>
        </p>
      )}
      <ExpectedDate order={order} />
    </>
  );
}

const InWork = ({ order }: Props) => (
  <>
    {order.piecesWaiting > 0 ? <ToBrief order={order} /> : null}
    <ExpectedDate order={order} />
  </>
);

/** No brief starts a clock during the withdrawal period. */
const ToBrief = ({ order: { id, number, piecesWaiting, mayBeginAt } }: Props) => (
  <>
    <p>
      {mayBeginAt ? (
        <Plural value={piecesWaiting} one="# piece waits for your brief." other="# pieces wait for your briefs." />
      ) : (
        <Plural
          value={piecesWaiting}
          one="# piece waits for your brief. Its 48 hours begin when you send it."
          other="# pieces wait for your briefs. The 48 hours of each begin when you send its brief."
        />
      )}
    </p>
    <p>
      <a className={`${button.main} ${button.small}`} href={historyAddress({ brief: id })}>
        <Trans>
          Brief the pieces <span className="unseen">of {number}</span>
        </Trans>
      </a>
    </p>
  </>
);
