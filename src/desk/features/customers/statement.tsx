// The transfers behind a balance, in one currency.
import { useQuery } from '@tanstack/react-query';
import { type CurrencyNumber, currencyCode } from '../../../lib/money/money.ts';
import type { TransferKind } from '../../../modules/wallet/rules.ts';
import type { Statement as Lines } from '../../../modules/wallet/shapes.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { MoneyText } from '../../shared/values/money.tsx';

const movements: Readonly<Record<TransferKind, string>> = {
  sale: 'Sale',
  deposit: 'Deposit',
  stray: 'Came too late, kept',
  bonus: 'Added by a coupon',
  spend: 'Paid for orders',
  spendPromo: 'Paid for orders, from credit',
  giveBack: 'Given back',
  giveBackPromo: 'Given back, as credit',
  partBack: 'A part given back',
  partBackPromo: 'A part given back, as credit',
  depositBack: 'Deposit given back',
  bonusBack: 'Coupon’s part taken back with it',
  bonusAgain: 'Coupon’s part, given again',
  refund: 'Refund',
  refundFailed: 'Refund that was not taken',
  gift: 'Credit from the desk',
};

export function BalanceStatement({ id, currency }: { readonly id: string; readonly currency: CurrencyNumber }) {
  const query = useQuery(deskQuery('GET /api/customer/statement', { id, currency }));
  return (
    <DeskQueryState of={query}>
      {({ lines, more }) =>
        lines.length === 0 ? (
          <PanelNote>Nothing has moved in this currency.</PanelNote>
        ) : (
          <>
            <TransferTable lines={lines} currency={currency} />
            {more ? <PanelNote>The fifty newest lines.</PanelNote> : null}
          </>
        )
      }
    </DeskQueryState>
  );
}

type MovementsProps = { readonly lines: Lines['lines']; readonly currency: CurrencyNumber };

export const TransferTable = ({ lines, currency }: MovementsProps) => (
  <Table
    label={`Statement in ${currencyCode(currency)}`}
    heads={['When', 'What', { name: 'Amount', num: true }, { name: 'Balance', num: true }]}
  >
    {lines.map(({ id, at, kind, amount, balanceAfter }) => (
      <tr key={id}>
        <td className={cell.least}>
          <Moment at={at} />
        </td>
        <td className={cell.grow}>{movements[kind]}</td>
        <td className={cell.num}>
          <MoneyText amount={amount} currency={currency} />
        </td>
        <td className={cell.num}>
          <MoneyText amount={balanceAfter} currency={currency} />
        </td>
      </tr>
    ))}
  </Table>
);
