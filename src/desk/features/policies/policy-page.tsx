// Edits a policy in all languages, with a preview and a word diff, and saves it as the next version.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import { type PolicyName, policyNames } from '#lib/rendering.ts';
import type { PolicyDetails, PolicyPreview } from '#modules/content/desk-shapes.ts';
import { Tabs } from '#ui/display/tabs.tsx';
import { WordDiff } from '#ui/display/word-diff.tsx';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { AreaField, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { OtherLanguages } from '../../shared/forms/other-languages.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { formatDay } from '../../shared/values/moment.tsx';
import { useVersionedForm } from '../versions/use-versioned-form.ts';
import { VersionedEditor } from '../versions/versioned-editor.tsx';
import { VersionedPage } from '../versions/versioned-page.tsx';
import css from '../versions/versions.module.css';

export function PolicyEditPage(): ReactNode {
  const { id } = useParams({ from: '/policies/$id' });
  const name = policyNames.find((each) => each === id);
  return name ? <Policy name={name} /> : <PageHead title="Policy not found" />;
}

function Policy({ name }: { readonly name: PolicyName }) {
  const query = useQuery(deskQuery('GET /api/policy', { name }));
  return (
    <VersionedPage query={query} title={query.data?.text.en.title ?? 'Policy'} back={{ to: '/policies', label: 'All policies' }}>
      {(policy, anew) => <Editing policy={policy} onAgain={anew} />}
    </VersionedPage>
  );
}

type Props = { readonly policy: PolicyDetails; readonly onAgain: (notice?: string) => Promise<void> };
type Values = Pick<PolicyDetails, 'text'> & { readonly from: number };

const toValues = ({ number, text }: PolicyDetails): Values => ({ from: number, text });

function Editing({ policy, onAgain }: Props) {
  const { name } = policy;
  const editor = useVersionedForm<Values, PolicyPreview>({
    draft: `policy.${name}`,
    newest: toValues(policy),
    read: async () => toValues(await callDesk('GET /api/policy', { name })),
    readVersion: async (number) => ({ text: (await callDesk('GET /api/policy/version', { name, number })).text }),
    look: ({ text }) => callDesk('POST /api/policy/preview', { name, text }),
    looksAtOnce: true,
    save: ({ text, from }, why) => callDesk('POST /api/policy/save', { name, text, from, why }),
    onAgain,
    getPublishedText: () => 'Published.',
  });
  const { base, form, preview } = editor;
  return (
    <VersionedEditor
      editor={editor}
      versions={policy.versions}
      review={(shown) => <Review before={base.text} text={form.getValues('text')} preview={shown} />}
      publishTitle={preview && `Publish version ${preview.version}, ${formatDay(preview.updated)}`}
      publishNote="New orders agree to this version. Existing orders keep theirs."
    >
      <Panel title={`Version ${base.text.en.version}, ${formatDay(base.text.en.updated)}`}>
        <PanelNote>Markdown without HTML. All languages need the same sections in the same order and are published together.</PanelNote>
        <Form form={form} submit="Preview">
          <TextFields name={name} />
        </Form>
      </Panel>
    </VersionedEditor>
  );
}

const tabs = builtInLocales.map((locale) => ({ id: locale, label: locales[locale].name }));

function TextFields({ name }: { readonly name: PolicyName }) {
  const readOnly = !useMay('policies.edit');
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  return (
    <Tabs label="Language" tabs={tabs} chosen={locale} choose={setLocale}>
      <div key={locale} className={css.words} lang={locales[locale].html}>
        <TextField label="Title" name={`text.${locale}.title`} readOnly={readOnly} />
        <TextField label="Description for search engines" name={`text.${locale}.description`} readOnly={readOnly} />
        <AreaField label="Text" name={`text.${locale}.markdown`} rows={24} readOnly={readOnly} />
      </div>
      <OtherLanguages fileIn={(tag) => `policies/${name}.${tag}.md`} />
    </Tabs>
  );
}

type ReviewProps = { readonly before: Values['text']; readonly text: Values['text']; readonly preview: PolicyPreview };

function Review({ before, text, preview }: ReviewProps) {
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  const shown = preview.texts.find((each) => each.locale === locale);
  const { html, intl } = locales[locale];
  const [was, is] = [before[locale], text[locale]].map(({ title, description, markdown }) => [title, description, markdown].join('\n\n'));
  return (
    <Panel title="Changes">
      <Tabs label="Language" tabs={tabs} chosen={locale} choose={setLocale}>
        <div className={css.words}>
          {was === is ? (
            <PanelNote>No changes in this language; version and date change with the others.</PanelNote>
          ) : (
            <WordDiff before={was ?? ''} text={is ?? ''} language={intl} brief />
          )}
          <h3>How it will look</h3>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown by the shop itself, which refuses any HTML in it. */}
          <div className={css.read} lang={html} dangerouslySetInnerHTML={{ __html: shown?.html ?? '' }} />
        </div>
      </Tabs>
    </Panel>
  );
}
