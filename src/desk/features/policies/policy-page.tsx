// Edits a policy in all languages, with a preview and a word diff, and saves it as the next version.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import { type PolicyName, policyNames } from '#lib/rendering.ts';
import { keepMine } from '#lib/yaml/merge.ts';
import type { Version } from '#modules/texts/shapes.ts';
import type { PolicyDraft, PolicyPreview, PolicyWhole } from '#modules/texts/shapes-desk.ts';
import { Tabs } from '#ui/display/tabs.tsx';
import { WordDiff } from '#ui/display/word-diff.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { OtherLanguages } from '../../shared/forms/other-languages.tsx';
import { useFormDraft } from '../../shared/forms/stateful-draft.ts';
import { AreaField, type DeskMutation, DeskTextField, Form } from '../../shared/forms/stateful-form.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { dayText } from '../../shared/values/moment.tsx';
import { VersionedPage } from '../versions/versioned-page.tsx';
import css from '../versions/versions.module.css';
import { EditFrame, OtherFaults, SaveForm, useConfirmLeave } from '../versions/versions.tsx';

type Texts = PolicyDraft['texts'];

export function PolicyEditPage(): ReactNode {
  const { id } = useParams({ from: '/policies/$id' });
  const name = policyNames.find((each) => each === id);
  return name ? <Policy name={name} /> : <PageHead title="Policy not found" />;
}

function Policy({ name }: { readonly name: PolicyName }) {
  const query = useQuery(deskQuery('GET /api/policy', { name }));
  return (
    <VersionedPage of={query} title={query.data?.texts.en.title ?? 'Policy'} back={{ to: '/policies', label: 'All policies' }}>
      {(policy, anew) => <Editing policy={policy} onAgain={anew} />}
    </VersionedPage>
  );
}

type Props = { readonly policy: PolicyWhole; readonly onAgain: (notice?: string) => Promise<void> };

function Editing({ policy: newest, onAgain }: Props) {
  const mayEdit = useMay('policies.edit');
  // Keep the opened version: a refetch must not replace the base of the edit.
  const stored = useFormDraft(`policy.${newest.name}`, { policy: newest, texts: newest.texts as Texts });
  const { policy, texts } = stored.values;
  const { name } = policy;
  const setTexts = (texts: Texts) => stored.change({ texts });
  const [preview, setPreview] = useState<PolicyPreview>();
  const [theirs, setTheirs] = useState<Version>();
  const acting = useMutation(DeskApiError);
  const look = async (what = texts) => setPreview(await callDesk('POST /api/policy/preview', { name, texts: what }));
  useConfirmLeave(JSON.stringify(texts) !== JSON.stringify(policy.texts));
  const discard = () => {
    stored.clear();
    void onAgain();
  };
  const save = async (why: string) => {
    const { saved, version } = await callDesk('POST /api/policy/save', { name, texts, from: policy.number, why });
    setPreview(undefined);
    if (!saved) return setTheirs(version);
    stored.clear();
    return onAgain('Published.');
  };
  const saveMine = async () => {
    const now = await callDesk('GET /api/policy', { name });
    stored.change({ policy: now, texts: keepMine(policy.texts, texts, now.texts) });
    setTheirs(undefined);
  };
  const open = async (number: number) => {
    const { typed } = await callDesk('GET /api/policy/version', { name, number });
    setTexts(typed);
    await look(typed);
  };
  if (preview)
    return (
      <>
        <Review before={policy.texts} texts={texts} preview={preview} />
        <Panel title={`Publish version ${preview.version}, ${dayText(preview.updated)}`}>
          <PanelNote>New orders agree to this version. Existing orders keep theirs.</PanelNote>
          <SaveForm form={`policy.why.${name}`} submit="Save and publish" onSave={save} onBack={() => setPreview(undefined)} />
        </Panel>
      </>
    );
  return (
    <EditFrame
      acting={acting}
      isRestored={stored.isRestored}
      theirs={theirs}
      onDiscard={discard}
      onMerge={saveMine}
      versions={newest.versions}
      onOpen={open}
    >
      <Editor name={name} texts={texts} onTexts={setTexts} onLook={look} version={policy} mayEdit={mayEdit} />
    </EditFrame>
  );
}

const tabs = builtInLocales.map((locale) => ({ id: locale, label: locales[locale].name }));

type EditorProps = {
  readonly name: PolicyName;
  readonly texts: Texts;
  readonly onTexts: (texts: Texts) => void;
  readonly onLook: () => Promise<void>;
  readonly version: Pick<PolicyWhole, 'version' | 'updated'>;
  readonly mayEdit: boolean;
};

function Editor({ name, texts, onTexts, onLook, version: { version, updated }, mayEdit }: EditorProps) {
  const sending = useMutation(DeskApiError);
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  return (
    <Panel title={`Version ${version}, ${dayText(updated)}`}>
      <PanelNote>Markdown without HTML. All languages need the same sections in the same order and are published together.</PanelNote>
      <Form sending={sending} onSend={onLook} submit="Preview">
        <OtherFaults of={sending.failure} />
        <Tabs label="Language" tabs={tabs} chosen={locale} choose={setLocale}>
          <TextFields
            key={locale}
            {...{ locale, sending, mayEdit, text: texts[locale] }}
            onText={(text) => onTexts({ ...texts, [locale]: text })}
          />
          <OtherLanguages fileIn={(tag) => `policies/${name}.${tag}.md`} />
        </Tabs>
      </Form>
    </Panel>
  );
}

type PolicyFieldsProps = {
  readonly locale: BuiltInLocale;
  readonly text: Texts[BuiltInLocale];
  readonly onText: (text: Texts[BuiltInLocale]) => void;
  readonly sending: DeskMutation;
  readonly mayEdit: boolean;
};

function TextFields({ locale, text, onText, sending, mayEdit }: PolicyFieldsProps) {
  const field = (name: 'title' | 'description' | 'markdown', label: string) => ({
    label,
    sending,
    name: `texts.${locale}.${name}`,
    value: text[name],
    onValue: (typed: string) => (mayEdit ? onText({ ...text, [name]: typed }) : undefined),
  });
  return (
    <div className={css.words} lang={locales[locale].html}>
      <DeskTextField {...field('title', 'Title')} />
      <DeskTextField {...field('description', 'Description for search engines')} />
      <AreaField {...field('markdown', 'Text')} rows={24} />
    </div>
  );
}

type ReviewProps = { readonly before: Texts; readonly texts: Texts; readonly preview: PolicyPreview };

function Review({ before, texts, preview }: ReviewProps) {
  const [locale, setLocale] = useState<BuiltInLocale>('en');
  const shown = preview.texts.find((each) => each.locale === locale);
  const { html, intl } = locales[locale];
  const [was, is] = [before[locale], texts[locale]].map(({ title, description, markdown }) => [title, description, markdown].join('\n\n'));
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
