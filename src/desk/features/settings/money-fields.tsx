// The fields of the deposits: the least and the most of each currency, and the most that a coupon takes off.
import type { MoneyDraft } from '#modules/desk/settings/shapes.ts';
import { DeskTextField } from '../../shared/forms/stateful-form.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import type { SettingFields } from './setting-fields.ts';
import css from './settings.module.css';

const sides = [
  ['least', 'Minimum'],
  ['most', 'Maximum'],
] as const;

export const MoneyFields = ({ text, onText, sending }: SettingFields<MoneyDraft>) => (
  <>
    <Panel title="Limits of one deposit">
      <PanelNote>In whole units of each currency. Customers pay deposits into their balance.</PanelNote>
      <div className={css.fields}>
        {Object.entries(text.deposits).map(([code, limits]) => (
          <fieldset key={code} className={css.currency}>
            <legend>{code}</legend>
            {sides.map(([side, label]) => (
              <DeskTextField
                key={side}
                label={label}
                name={`text.deposits.${code}.${side}`}
                sending={sending}
                inputMode="numeric"
                value={limits[side]}
                onValue={(typed) => onText({ ...text, deposits: { ...text.deposits, [code]: { ...limits, [side]: typed } } })}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </Panel>
    <Panel title="Coupons on deposits">
      <PanelNote>The rest is always charged. What a coupon takes off is credit that you give: spent last, never paid out.</PanelNote>
      <DeskTextField
        label="Most that a coupon takes off, in percent"
        name="text.depositCouponShare"
        sending={sending}
        inputMode="numeric"
        value={text.depositCouponShare ?? ''}
        onValue={(typed) => onText({ ...text, depositCouponShare: typed })}
      />
    </Panel>
  </>
);
