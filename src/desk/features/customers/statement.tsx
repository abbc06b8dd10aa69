// The transfers behind a balance, in one currency.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CurrencyNumber, getCurrencyCode } from '#lib/money/money.ts';
import type { TransferKind } from '#modules/wallet/rules.ts';
import type { Statement as Lines } from '#modules/wallet/shapes.ts';
import type { DeskOutput } from '../../../desk-api.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';

const movements: Readonly<Record<TransferKind, string>> = {
  sale: 'Sale',
  deposit: 'Deposit',
  stray: 'Late payment, added to the balance',
  bonus: 'Coupon bonus',
  spend: 'Paid for orders',
  spendPromo: 'Paid for orders, with credit',
  giveBack: 'Refund to balance',
  giveBackPromo: 'Refund as credit',
  partBack: 'Partial refund to balance',
  partBackPromo: 'Partial refund as credit',
  depositBack: 'Deposit refunded',
  bonusBack: 'Coupon bonus taken back',
  bonusAgain: 'Coupon bonus restored',
  refund: 'Refund',
  refundFailed: 'Failed refund, back on the balance',
  gift: 'Promotional credit',
  returned: 'Taken back by the bank',
  reinstated: 'Given back by the bank',
  fundsTaken: 'Deposit taken back by the bank',
  fundsRestored: 'Deposit given back by the bank',
  invoiced: 'Invoiced',
  claimLowered: 'Invoice lowered',
  claimLoweredInPart: 'Invoice lowered in part',
  settled: 'Invoice settled',
  overpaid: 'Overpaid, added to the balance',
  settledOnline: 'Invoice settled online',
  overpaidOnline: 'Overpaid, added to the balance',
  reinstatedToBalance: 'Invoice payment given back by the bank',
  settledUndone: 'Settlement undone',
  overpaidUndone: 'Overpayment undone',
  settledFromBalance: 'Invoice settled from the balance',
  paidOut: 'Paid out',
  broughtOver: 'Balance brought over',
  broughtOverCredit: 'Credit brought over',
  broughtOverUndone: 'Balance brought over, undone',
  broughtOverCreditUndone: 'Credit brought over, undone',
};

export function BalanceStatement({ id, currency }: { readonly id: string; readonly currency: CurrencyNumber }) {
  const query = useQuery(deskQuery('GET /api/customer/statement', { id, currency }));
  return (
    <DeskQueryState query={query}>
      {({ lines, more, orders }) =>
        lines.length === 0 ? (
          <PanelNote>No transactions in this currency.</PanelNote>
        ) : (
          <>
            <TransferTable lines={lines} currency={currency} orders={orders} />
            {more ? <PanelNote>The 50 newest lines.</PanelNote> : null}
          </>
        )
      }
    </DeskQueryState>
  );
}

type Orders = DeskOutput<'GET /api/customer/statement'>['orders'];
type MovementsProps = { readonly lines: Lines['lines']; readonly currency: CurrencyNumber; readonly orders?: Orders };

export const TransferTable = ({ lines, currency, orders = {} }: MovementsProps) => (
  <Table
    label={`Statement in ${getCurrencyCode(currency)}`}
    cards
    heads={['Date', 'Transaction', { name: 'Amount', num: true }, { name: 'Balance', num: true }]}
  >
    {lines.map(({ id, at, kind, amount, balanceAfter, subjectId }) => (
      <tr key={id}>
        <td className={cell.least}>{formatMoment(at)}</td>
        <td className={cell.grow}>
          {movements[kind]}
          {orders[subjectId]?.map((order) => (
            <span key={order.id}>
              {' · '}
              <Link to="/orders/$id" params={{ id: order.id }}>
                {order.number}
              </Link>
            </span>
          ))}
        </td>
        <td className={cell.num}>{formatMoney(amount, currency)}</td>
        <td className={cell.num}>{formatMoney(balanceAfter, currency)}</td>
      </tr>
    ))}
  </Table>
);
