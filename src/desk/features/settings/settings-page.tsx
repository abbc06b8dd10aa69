// Lists the owner's settings with what they say now, and edits one of them: previewed in sentences, published
// as its next version.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type {
  MoneyDraft,
  SettingDraft,
  SettingPreview,
  SettingWhole,
  SupportDraft,
  TaxDraft,
  WithdrawalDraft,
} from '#modules/desk/settings/shapes.ts';
import { type SettingName, settingNames } from '#modules/desk/settings/shapes-names.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Form } from '../../shared/forms/stateful-form.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { LineOf, Lines, Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { useFormLanguage } from '../content/language-tabs.tsx';
import { useTextEditor } from '../versions/use-text-editor.ts';
import { VersionedPage } from '../versions/versioned-page.tsx';
import { EditFrame, OtherFaults, SaveForm } from '../versions/versions.tsx';
import { MoneyFields } from './money-fields.tsx';
import { SupportFields } from './support-fields.tsx';
import { TaxFields } from './tax-fields.tsx';
import { WithdrawalFields } from './withdrawal-fields.tsx';

type Text = SettingDraft['text'];

const titles: Readonly<Record<SettingName, string>> = {
  tax: 'Tax',
  money: 'Deposits',
  support: 'Support',
  withdrawal: 'Right of withdrawal',
};

/** When a change counts. */
const effects: Readonly<Record<SettingName, string>> = {
  tax: 'It counts for orders placed from now on. Earlier orders and their documents keep their rules.',
  money: 'It counts for the next deposit.',
  support: 'It counts for the next ticket and the next answer.',
  withdrawal: 'It counts for orders placed from now on. Earlier orders keep their right.',
};

export function SettingsPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/settings'));
  return (
    <>
      <PageHead title="Settings" />
      <DeskQueryState of={query}>
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
              <Sentences of={lines} />
            </Panel>
          ))
        }
      </DeskQueryState>
      <Panel title="In files only">
        <PanelNote>
          Requests that the shop refuses are listed in policy-gate.yaml, company and sender in company.yaml and brand.yaml. After a change,
          run npm run seed: it is live without a restart.
        </PanelNote>
      </Panel>
    </>
  );
}

const Sentences = ({ of }: { readonly of: readonly string[] }) => (
  <Lines>
    {of.map((line) => (
      <LineOf key={line}>{line}</LineOf>
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
    <VersionedPage of={query} title={titles[name]} back={{ to: '/settings', label: 'All settings' }}>
      {(setting, anew) => <Editing setting={setting} onAgain={anew} />}
    </VersionedPage>
  );
}

/** Drafts of an earlier release lack fields. */
const draftKeys: Readonly<Partial<Record<SettingName, string>>> = { support: 'setting.support.hours' };

type Props = { readonly setting: SettingWhole; readonly onAgain: (notice?: string) => Promise<void> };

function Editing({ setting, onAgain }: Props) {
  const { name } = setting;
  // The name says which text it is.
  const requestOf = (text: Text) => ({ name, text }) as SettingDraft;
  const { draft, change, preview, setPreview, publish, frame } = useTextEditor<Text, SettingPreview>({
    form: draftKeys[name] ?? `setting.${name}`,
    newest: setting,
    read: () => callDesk('GET /api/setting', { name }),
    readVersion: async (number) => (await callDesk('GET /api/setting/version', { name, number })).text,
    save: (text, from, why) => callDesk('POST /api/setting/save', { ...requestOf(text), from, why }),
    onAgain,
    published: `Published. ${effects[name]}`,
  });
  if (preview)
    return (
      <>
        <PreviewPanel preview={preview} />
        <Panel title="Publish">
          <PanelNote>{effects[name]}</PanelNote>
          <SaveForm form={`setting.why.${name}`} submit="Save and publish" onSave={publish} onBack={() => setPreview(undefined)} />
        </Panel>
      </>
    );
  return (
    <EditFrame {...frame} versions={setting.versions}>
      <SettingForm
        name={name}
        draft={draft}
        onDraft={change}
        onPreview={async () => setPreview(await callDesk('POST /api/setting/preview', requestOf(draft)))}
      />
    </EditFrame>
  );
}

const PreviewPanel = ({ preview: { before, after } }: { readonly preview: SettingPreview }) => (
  <Panel title="Changes">
    {before.length === 0 && after.length === 0 ? <PanelNote>There are no changes yet.</PanelNote> : null}
    {before.length > 0 ? (
      <>
        <h3>Until now</h3>
        <Sentences of={before} />
      </>
    ) : null}
    {after.length > 0 ? (
      <>
        <h3>From now on</h3>
        <Sentences of={after} />
      </>
    ) : null}
  </Panel>
);

type SettingFormProps = {
  readonly name: SettingName;
  readonly draft: Text;
  readonly onDraft: (text: Text) => void;
  readonly onPreview: () => Promise<void>;
};

function SettingForm({ name, draft, onDraft, onPreview }: SettingFormProps) {
  const sending = useMutation(DeskApiError);
  const { locale, setLocale, preview } = useFormLanguage(onPreview);
  const language = { locale, setLocale };
  const form = { sending, onText: onDraft };
  return (
    <Form sending={sending} onSend={preview} submit="Preview">
      <OtherFaults of={sending.failure} />
      {name === 'tax' ? (
        <TaxFields {...form} {...language} text={draft as TaxDraft} />
      ) : name === 'money' ? (
        <MoneyFields {...form} text={draft as MoneyDraft} />
      ) : name === 'support' ? (
        <SupportFields {...form} {...language} text={draft as SupportDraft} />
      ) : (
        <WithdrawalFields {...form} text={draft as WithdrawalDraft} />
      )}
    </Form>
  );
}
