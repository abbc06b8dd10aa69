// Volume prices of an offer as a small table.
import { useLingui } from '@lingui/react/macro';
import type { Offer } from '#modules/catalogue/shapes.ts';
import { useMoney } from '#ui/page/context.ts';
import css from './volume-prices.module.css';

export function VolumePrices({ offer: { unit, unitPrice, tiers = [] } }: { readonly offer: Offer }) {
  const { t } = useLingui();
  const money = useMoney();
  const rows = [{ from: 1, unitPrice }, ...tiers];
  return (
    <table className={css.volume}>
      <caption>{t`Volume prices. Each unit costs the price of its row.`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Quantity`}</th>
          <th scope="col">{unit}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const next = rows[index + 1]?.from;
          return (
            <tr key={row.from}>
              <th scope="row">{next === undefined ? `${row.from}+` : next - 1 === row.from ? row.from : `${row.from}–${next - 1}`}</th>
              <td>{money(row.unitPrice)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
