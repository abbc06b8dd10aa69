// The fields of an email's texts, one language at a time, with the placeholders that they use.

import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import type { MailDetails, MailDraft } from '#modules/mail/desk-shapes.ts';
import { valueLabels } from '#modules/mail/shapes-labels.ts';
import { Button } from '#ui/display/button.tsx';
import { Tabs } from '#ui/display/tabs.tsx';
import type { ApiForm } from '#ui/forms/use-api-form.ts';
import { useMay } from '../../shared/api/me.ts';
import { AreaField, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { OtherLanguages } from '../../shared/forms/other-languages.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import css from '../versions/versions.module.css';
import own from './mails.module.css';

const languages = builtInLocales.map((locale) => ({ id: locale, label: locales[locale].name }));
const always = ['brand', 'company', 'supportEmail', 'shopUrl'];
const FOOTER = 'footer';

export type MailValues = Pick<MailDraft, 'text'> & { readonly from: number };
type Props = { readonly mail: Pick<MailDetails, 'name' | 'values' | 'optional' | 'defaults'>; readonly form: ApiForm<MailValues> };

export function MailForm({ mail: { name, values, optional, defaults }, form }: Props) {
  const mayEdit = useMay('mails.edit');
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  const isDefault = JSON.stringify(useWatch({ control: form.control, name: 'text' })) === JSON.stringify(defaults);
  return (
    <Panel title="Text">
      <PanelNote>Markdown without HTML and images. A paragraph that is only a link becomes a button.</PanelNote>
      <Form
        form={form}
        submit="Preview"
        more={mayEdit && !isDefault ? <Button text="Use the default text" onClick={() => form.setValue('text', defaults)} /> : null}
      >
        <Placeholders required={values} optional={optional} />
        <Tabs label="Language" tabs={languages} chosen={locale} choose={setLocale}>
          <div key={locale} className={css.words} lang={locales[locale].html}>
            {name === FOOTER ? null : <TextField label="Subject" name={`text.${locale}.subject`} readOnly={!mayEdit} />}
            <AreaField label="Text" name={`text.${locale}.markdown`} rows={16} readOnly={!mayEdit} />
          </div>
          <OtherLanguages fileIn={(tag) => `mails/${name}.${tag}.md`} />
        </Tabs>
      </Form>
    </Panel>
  );
}

function Placeholders({ required, optional }: { readonly required: readonly string[]; readonly optional: readonly string[] }) {
  const list = (names: readonly string[]) => (
    <ul className={own.placeholders}>
      {names.map((name) => (
        <li key={name}>
          <code>{`{${name}}`}</code> {valueLabels[name]}
        </li>
      ))}
    </ul>
  );
  return (
    <details className={css.part} open={required.length > 0}>
      <summary>Placeholders</summary>
      {required.length > 0 ? (
        <>
          <p>Each language must use:</p>
          {list(required)}
        </>
      ) : null}
      {optional.length > 0 ? (
        <>
          <p>A paragraph that uses this one is left out if there is none:</p>
          {list(optional)}
        </>
      ) : null}
      <p>Available in every email:</p>
      {list(always)}
    </details>
  );
}
