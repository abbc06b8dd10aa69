// Lists the owner's settings with what they say now, and edits one of them: previewed in sentences, published
// as its next version.

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { listCountries } from '#lib/money/countries.ts';
import type { SettingDetails, SettingPreview, SettingText, SettingTexts } from '#modules/settings/shapes.ts';
import { type SettingName, settingNames } from '#modules/settings/shapes-names.ts';
import { callDesk } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { ChoiceField, FieldError, useField, WholeField } from '../../shared/forms/fields.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Lines, Panel, PanelLine, PanelNote } from '../../shared/layout/panel.tsx';
import { LanguageForm } from '../versions/language-form.tsx';
import { useVersionedForm } from '../versions/use-versioned-form.ts';
import { VersionedEditor } from '../versions/versioned-editor.tsx';
import { VersionedPage } from '../versions/versioned-page.tsx';
import { AddCountry } from './add-country.tsx';
import { OpeningNumber } from './opening-number.tsx';
import { ReminderFields } from './reminder-fields.tsx';
import { RemoveCountry } from './remove-country.tsx';
import css from './settings.module.css';
import { SupportFields } from './support-fields.tsx';
import { TaxFields } from './tax-fields.tsx';

const titles: Readonly<Record<SettingName, string>> = {
  tax: 'Tax',
  money: 'Deposits',
  support: 'Support',
  withdrawal: 'Right of withdrawal',
  reminders: 'Reminders of unpaid invoices',
};

/** When a change counts. */
const effects: Readonly<Record<SettingName, string>> = {
  tax: 'It counts for orders placed from now on. Earlier orders and their documents keep their rules.',
  money: 'It counts for the next deposit.',
  support: 'It counts for the next ticket and the next answer.',
  withdrawal: 'It counts for orders placed from now on. Earlier orders keep their right.',
  reminders: 'It counts for the next reminder, of earlier invoices too.',
};

export function SettingsPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/settings'));
  return (
    <>
      <PageHead title="Settings" />
      <DeskQueryState query={query}>
        {(settings) =>
          settings.map(({ name, lines }) => (
            <Panel
              key={name}
              title={titles[name]}
              beside={
                <Link to="/settings/$id" params={{ id: name }}>
                  Edit<span className="unseen"> {titles[name]}</span>
                </Link>
              }
            >
              <Sentences sentences={lines} />
            </Panel>
          ))
        }
      </DeskQueryState>
      <OpeningNumber />
      <Panel title="Connections">
        <Lines>
          {connections.map(({ to, name, about }) => (
            <PanelLine key={to}>
              <span>
                <Link to={to}>{name}</Link>: {about}
              </span>
            </PanelLine>
          ))}
        </Lines>
      </Panel>
      <Panel title="In files only">
        <PanelNote>
          Requests that the shop refuses are listed in policy-gate.yaml. After a change, run npm run seed: it is live without a restart.
        </PanelNote>
      </Panel>
    </>
  );
}

const connections = [
  { to: '/connections', name: 'Email server and payments', about: 'the server that sends your emails, and your keys of Stripe' },
  { to: '/chat-webhooks', name: 'Chat webhooks', about: 'notices for a channel of your chat' },
  { to: '/keys', name: 'API keys', about: 'for programs that read or place orders' },
  { to: '/webhooks', name: 'Webhooks', about: 'what programs were told, and what did not arrive' },
] as const;

const Sentences = ({ sentences }: { readonly sentences: readonly string[] }) => (
  <Lines>
    {sentences.map((line) => (
      <PanelLine key={line}>{line}</PanelLine>
    ))}
  </Lines>
);

export function SettingEditPage(): ReactNode {
  const { id } = useParams({ from: '/settings/$id' });
  const name = settingNames.find((each) => each === id);
  return name ? <Setting key={name} name={name} /> : <PageHead title="Setting not found" />;
}

function Setting({ name }: { readonly name: SettingName }) {
  const query = useQuery(deskQuery('GET /api/setting', { name }));
  return (
    <VersionedPage query={query} title={titles[name]} back={{ to: '/settings', label: 'All settings' }}>
      {(setting, anew) => <Editing setting={setting} onAgain={anew} />}
    </VersionedPage>
  );
}

const fields: Readonly<Record<SettingName, ComponentType>> = {
  tax: TaxFields,
  money: MoneyFields,
  support: SupportFields,
  withdrawal: WithdrawalFields,
  reminders: ReminderFields,
};

type Props = { readonly setting: SettingDetails; readonly onAgain: (notice?: string) => Promise<void> };
type Values = { readonly from: number; readonly text: SettingText };

const toValues = ({ number, text }: SettingDetails): Values => ({ from: number, text });

function Editing({ setting, onAgain }: Props) {
  const { name } = setting;
  const Fields = fields[name];
  const toRequest = ({ text }: Values) => ({ name, text: 'vat' in text ? withoutIdleRates(text) : text });
  const editor = useVersionedForm<Values, SettingPreview>({
    draft: `setting.${name}`,
    newest: toValues(setting),
    read: async () => toValues(await callDesk('GET /api/setting', { name })),
    readVersion: async (number) => ({ text: (await callDesk('GET /api/setting/version', { name, number })).text }),
    look: (values) => callDesk('POST /api/setting/preview', toRequest(values)),
    save: (values, why) => callDesk('POST /api/setting/save', { ...toRequest(values), from: values.from, why }),
    onAgain,
    getPublishedText: () => `Published. ${effects[name]}`,
  });
  return (
    <VersionedEditor editor={editor} versions={setting.versions} review={PreviewPanel} publishNote={effects[name]}>
      <LanguageForm form={editor.form}>
        <Fields />
      </LanguageForm>
    </VersionedEditor>
  );
}

/** The rates stay in the form in case they are needed again. */
const withoutIdleRates = (tax: SettingTexts['tax']): SettingTexts['tax'] =>
  tax.vat === 'none' ? { ...tax, rates: {}, reverseCharge: false } : tax;

const PreviewPanel = ({ before, after }: SettingPreview) => (
  <Panel title="Changes">
    {before.length === 0 && after.length === 0 ? <PanelNote>There are no changes yet.</PanelNote> : null}
    {before.length > 0 ? (
      <>
        <h3>Until now</h3>
        <Sentences sentences={before} />
      </>
    ) : null}
    {after.length > 0 ? (
      <>
        <h3>From now on</h3>
        <Sentences sentences={after} />
      </>
    ) : null}
  </Panel>
);

/**
 * The fields of the deposits: the least and the most of each currency, and the most that a coupon takes off.
 */
function MoneyFields() {
  const deposits: SettingTexts['money']['deposits'] = useWatch({ name: 'text.deposits' });
  return (
    <>
      <Panel title="Limits of one deposit">
        <PanelNote>In whole units of each currency. Customers pay deposits into their balance.</PanelNote>
        <div className={css.fields}>
          {Object.keys(deposits).map((code) => (
            <fieldset key={code} className={css.currency}>
              <legend>{code}</legend>
              <WholeField label="Minimum" name={`text.deposits.${code}.least`} />
              <WholeField label="Maximum" name={`text.deposits.${code}.most`} />
            </fieldset>
          ))}
        </div>
      </Panel>
      <Panel title="Coupons on deposits">
        <PanelNote>The rest is always charged. What a coupon takes off is credit that you give: spent last, never paid out.</PanelNote>
        <WholeField label="Most that a coupon takes off, in percent" name="text.depositCouponShare" />
      </Panel>
      <Panel title="Higher prices of subscriptions">
        <PanelNote>A higher price is charged only after its customer’s click in an email.</PanelNote>
        <ChoiceField
          label="Without the click"
          name="text.priceUnanswered"
          options={[
            { value: 'goesOn', label: 'It goes on at the old price' },
            { value: 'ends', label: 'It ends with the paid period' },
          ]}
        />
      </Panel>
    </>
  );
}

/** The countries whose consumers have a right of withdrawal. */
function WithdrawalFields() {
  const { value: groups, change } = useField<SettingTexts['withdrawal']['countries']>('text.countries');
  const countries = groups.flat();
  const remove = (code: string) => change(groups.map((group) => group.filter((each) => each !== code)).filter((group) => group.length > 0));
  return (
    <Panel title="Countries">
      <PanelNote>
        Consumers in these countries may withdraw from a contract within 14 days, and choose in the cart when work starts. The country is
        that of the billing address. This is not legal advice: ask your lawyer.
      </PanelNote>
      <FieldError name="text.countries" />
      <div className={css.fields}>
        <ul className={css.countries}>
          {listCountries('en')
            .filter(({ code }) => countries.includes(code))
            .map(({ code, name }) => (
              <li key={code} className={css.country}>
                {name}
                <RemoveCountry country={code} onRemove={() => remove(code)} />
              </li>
            ))}
        </ul>
        <AddCountry chosen={countries} onAdd={(country) => change([...groups, [country]])} />
      </div>
    </Panel>
  );
}
