// The fields of the deposits: the least and the most of each currency, and the most that a coupon takes off.
import { useWatch } from 'react-hook-form';
import type { MoneyDraft } from '#modules/settings/shapes.ts';
import { TextField } from '../../shared/forms/fields.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import css from './settings.module.css';

export function MoneyFields() {
  const deposits: MoneyDraft['deposits'] = useWatch({ name: 'text.deposits' });
  return (
    <>
      <Panel title="Limits of one deposit">
        <PanelNote>In whole units of each currency. Customers pay deposits into their balance.</PanelNote>
        <div className={css.fields}>
          {Object.keys(deposits).map((code) => (
            <fieldset key={code} className={css.currency}>
              <legend>{code}</legend>
              <TextField label="Minimum" name={`text.deposits.${code}.least`} inputMode="numeric" />
              <TextField label="Maximum" name={`text.deposits.${code}.most`} inputMode="numeric" />
            </fieldset>
          ))}
        </div>
      </Panel>
      <Panel title="Coupons on deposits">
        <PanelNote>The rest is always charged. What a coupon takes off is credit that you give: spent last, never paid out.</PanelNote>
        <TextField label="Most that a coupon takes off, in percent" name="text.depositCouponShare" inputMode="numeric" />
      </Panel>
    </>
  );
}
