// The money of an order: payments, refunds and documents.
import { Link } from '@tanstack/react-router';
import { formatNameWithQuantity } from '#modules/catalogue/add-ons/rules.ts';
import type { OrderDetails } from '#modules/orders/desk/shapes.ts';
import { useMay } from '../../shared/api/me.ts';
import { FactList, Lines, Panel, PanelLine } from '../../shared/layout/panel.tsx';
import { InvoiceList } from '../../shared/values/invoice-list.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { PaymentStateBadge, RefundState } from '../../shared/values/status.tsx';
import { formatProviderName } from '../../shared/values/words.ts';

type Props = { readonly page: OrderDetails };

const paidFrom = { link: 'By a payment link', balance: 'From the balance', nothing: 'Nothing to pay', invoice: 'By invoice' } as const;

const disputes = { open: 'The bank is examining the payment; work is paused', lost: 'Payment taken back; the customer owes it' } as const;

export function OrderMoney({ page }: Props) {
  const { order, payments, papers } = page;
  const { currency } = order;
  const maySee = useMay('money.see');
  return (
    <>
      <Panel title="Money">
        <FactList
          facts={[
            ['Payment', order.isRequest ? 'Within a plan' : order.paidFrom ? paidFrom[order.paidFrom] : 'Unpaid'],
            ['Dispute', page.dispute && disputes[page.dispute]],
            ['Purchase', formatMoney(order.purchasePrice, currency)],
            ['Refunded', order.given > 0 ? formatMoney(order.given, currency) : null],
            ['Refundable', order.paidAt && !page.dispute ? formatMoney(order.left, currency) : null],
          ]}
        />
        <Lines>
          {payments.map(({ id, amount, currency, provider, state, attempt, createdAt }) => (
            <PanelLine key={id}>
              <span>
                {maySee ? (
                  <Link to="/payments/$id" params={{ id }}>
                    {formatMoney(amount, currency)}
                  </Link>
                ) : (
                  formatMoney(amount, currency)
                )}{' '}
                <span className="soft">
                  {formatProviderName(provider)}, <Moment at={createdAt} />
                </span>
              </span>
              <PaymentStateBadge state={state} attempt={attempt} />
            </PanelLine>
          ))}
        </Lines>
      </Panel>
      <GivenBack page={page} />
      <InvoiceList papers={papers} customer={order.accountId} none="None yet. Invoices are issued a few minutes after payment." />
    </>
  );
}

type AddOnsProps = Pick<OrderDetails['order'], 'currency'> & { readonly addOns: NonNullable<OrderDetails['order']['addOns']> };

export const OrderAddOns = ({ addOns, currency }: AddOnsProps) =>
  addOns.map((addOn) => (
    <div key={addOn.id}>
      {formatNameWithQuantity(addOn)} <span className="soft">{formatMoney(addOn.unitPrice * addOn.quantity, currency)}</span>
    </div>
  ));

function GivenBack({ page: { order, refunds, operators } }: Props) {
  const { currency, withdrawal } = order;
  // An order that was cancelled unpaid has nothing to refund.
  const back = order.paidAt ? order.back : [];
  if (back.length === 0 && refunds.length === 0 && !withdrawal) return null;
  return (
    <Panel title="Refunds">
      {withdrawal ? (
        <FactList
          facts={[
            ['Withdrawn', <Moment key="at" at={withdrawal.at} />],
            ['Charged', formatMoney(withdrawal.charged, currency)],
            ['Delivered by then', `${withdrawal.delivered} of ${withdrawal.pieces}`],
            ['Reason', withdrawal.reason],
          ]}
        />
      ) : null}
      <Lines>
        {back.map(({ id, at, operatorId, pieceId, ends, toSource, toCash, toPromo }) => (
          <PanelLine key={id}>
            <span>
              {ends ? 'On cancellation' : pieceId ? 'For a cancelled piece' : 'Partial refund'} by{' '}
              {operatorId === null ? 'the customer' : (operators[operatorId] ?? '—')}{' '}
              <span className="soft">
                <Moment at={at} />
              </span>
            </span>
            {formatMoney(toSource + toCash + toPromo, currency)}
          </PanelLine>
        ))}
        {refunds.map(({ id, amount, state }) => (
          <PanelLine key={id}>
            <span>{formatMoney(amount, currency)} to the payment method</span>
            <RefundState state={state} />
          </PanelLine>
        ))}
      </Lines>
    </Panel>
  );
}
