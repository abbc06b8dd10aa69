// The fields of an email's texts, one language at a time, with the placeholders that they use.
import { useState } from 'react';
import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import type { MailTextDraft, MailWhole } from '#modules/mail/shapes-desk.ts';
import { valueLabels } from '#modules/mail/shapes-labels.ts';
import { Tabs } from '#ui/display/tabs.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import button from '#ui/styles/button.module.css';
import { DeskApiError } from '../../shared/api/client.ts';
import { OtherLanguages } from '../../shared/forms/other-languages.tsx';
import { AreaField, type DeskMutation, DeskTextField, Form } from '../../shared/forms/stateful-form.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import css from '../versions/versions.module.css';
import { OtherFaults } from '../versions/versions.tsx';
import own from './mails.module.css';

const languages = builtInLocales.map((locale) => ({ id: locale, label: locales[locale].name }));
const always = ['brand', 'company', 'supportEmail', 'shopUrl'];
const FOOTER = 'footer';

type Props = {
  readonly mail: Pick<MailWhole, 'name' | 'values' | 'optional' | 'defaults'>;
  readonly texts: MailTextDraft['texts'];
  readonly mayEdit: boolean;
  readonly onTexts: (texts: MailTextDraft['texts']) => void;
  readonly onLook: () => Promise<void>;
};

export function MailForm({ mail: { name, values, optional, defaults }, texts, mayEdit, onTexts, onLook }: Props) {
  const sending = useMutation(DeskApiError);
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  const isDefault = JSON.stringify(texts) === JSON.stringify(defaults);
  return (
    <Panel title="Text">
      <PanelNote>Markdown without HTML and images. A paragraph that is only a link becomes a button.</PanelNote>
      <Form
        sending={sending}
        onSend={onLook}
        submit="Preview"
        more={
          mayEdit && !isDefault ? (
            <button className={button.quiet} type="button" onClick={() => onTexts(defaults)}>
              Use the default text
            </button>
          ) : null
        }
      >
        <OtherFaults of={sending.failure} />
        <Placeholders required={values} optional={optional} />
        <Tabs label="Language" tabs={languages} chosen={locale} choose={setLocale}>
          <TextFields
            key={locale}
            {...{ locale, sending, mayEdit, text: texts[locale], hasSubject: name !== FOOTER }}
            onText={(text) => onTexts({ ...texts, [locale]: text })}
          />
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

type TextFieldsProps = {
  readonly locale: BuiltInLocale;
  readonly text: MailTextDraft['texts'][BuiltInLocale];
  readonly hasSubject: boolean;
  readonly sending: DeskMutation;
  readonly mayEdit: boolean;
  readonly onText: (text: MailTextDraft['texts'][BuiltInLocale]) => void;
};

function TextFields({ locale, text, hasSubject, sending, mayEdit, onText }: TextFieldsProps) {
  const field = (name: 'subject' | 'markdown', label: string) => ({
    label,
    sending,
    name: `texts.${locale}.${name}`,
    value: text[name],
    onValue: (typed: string) => (mayEdit ? onText({ ...text, [name]: typed }) : undefined),
  });
  return (
    <div className={css.words} lang={locales[locale].html}>
      {hasSubject ? <DeskTextField {...field('subject', 'Subject')} /> : null}
      <AreaField {...field('markdown', 'Text')} rows={16} />
    </div>
  );
}
