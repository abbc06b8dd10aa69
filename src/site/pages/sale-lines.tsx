// The lines and the total of an order or an invoice on an open page.
import { Trans } from '@lingui/react/macro';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { showMoney } from '#lib/money/money.ts';
import { usePage } from '#ui/page/context.ts';
import css from './sale-lines.module.css';

type Props = {
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly total: number }[];
  readonly discount?: number;
  readonly vat?: number;
  readonly total: number;
  readonly currency: CurrencyNumber;
};

export function SaleLines({ lines, discount = 0, vat = 0, total, currency }: Props) {
  const { locale } = usePage();
  const money = (amount: number) => showMoney({ amount, currency }, locale);
  return (
    <table className={css.lines}>
      <tbody>
        {lines.map(({ name, quantity, total: amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document have no ids, and never move
          <tr key={index}>
            <th scope="row">
              {name}
              {quantity > 1 ? ` × ${quantity}` : null}
            </th>
            <td>{money(amount)}</td>
          </tr>
        ))}
        {discount > 0 ? (
          <tr>
            <th scope="row">
              <Trans>Discount</Trans>
            </th>
            <td>−{money(discount)}</td>
          </tr>
        ) : null}
        <tr className={css.total}>
          <th scope="row">
            <Trans>Total</Trans>
            {vat > 0 ? (
              <span className="soft">
                {' '}
                <Trans>({money(vat)} VAT included)</Trans>
              </span>
            ) : null}
          </th>
          <td>{money(total)}</td>
        </tr>
      </tbody>
    </table>
  );
}
