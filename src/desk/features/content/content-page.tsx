// Lists the texts of pages that owners edit, and edits one of them: with a preview in each language,
// published as its next version.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ContentName, contentNames } from '#lib/rendering.ts';
import type { ContentDraft, ContentWhole, FaqDraft, HomeDraft, MenusDraft } from '#modules/texts/content/shapes.ts';
import type { PagePreview } from '#modules/texts/shapes.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { Form } from '../../shared/forms/stateful-form.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { PagePreviewPanel } from '../versions/page-preview.tsx';
import { useTextEditor } from '../versions/use-text-editor.ts';
import { VersionedPage } from '../versions/versioned-page.tsx';
import { EditFrame, OtherFaults, SaveForm } from '../versions/versions.tsx';
import { FaqFields, withoutRemoved } from './faq-fields.tsx';
import { HomeFields } from './home-fields.tsx';
import { LanguageTabs, useFormLanguage } from './language-tabs.tsx';
import { MenusFields } from './menus-fields.tsx';

type Text = ContentDraft['text'];

const texts: Readonly<Record<ContentName, { readonly title: string; readonly about: string; readonly page: string }>> = {
  home: { title: 'Home page', about: 'Its blocks, and what search engines show of it.', page: 'Home page' },
  menus: { title: 'Menus and footer', about: 'The links of the header and the footer of every page.', page: 'Contact page' },
  faq: {
    title: 'Questions and answers',
    about: 'The page of questions, in groups. Four of them are on the home page, too.',
    page: 'Questions',
  },
};

export function ContentPage(): ReactNode {
  const mayEdit = useMay('brand.edit');
  return (
    <>
      <PageHead title="Content" />
      {contentNames.map((name) => (
        <Panel
          key={name}
          title={texts[name].title}
          beside={
            <Link to="/content/$id" params={{ id: name }}>
              {mayEdit ? 'Edit' : 'Open'}
              <span className="unseen"> {texts[name].title}</span>
            </Link>
          }
        >
          <PanelNote>{texts[name].about}</PanelNote>
        </Panel>
      ))}
    </>
  );
}

export function ContentEditPage(): ReactNode {
  const { id } = useParams({ from: '/content/$id' });
  const name = contentNames.find((each) => each === id);
  return name ? <Content key={name} name={name} /> : <PageHead title="Content not found" />;
}

function Content({ name }: { readonly name: ContentName }) {
  const query = useQuery(deskQuery('GET /api/content', { name }));
  return (
    <VersionedPage of={query} title={texts[name].title} back={{ to: '/content', label: 'All content' }}>
      {(content, anew) => <Editing content={content} onAgain={anew} />}
    </VersionedPage>
  );
}

type Props = { readonly content: ContentWhole; readonly onAgain: (notice?: string) => Promise<void> };

function Editing({ content, onAgain }: Props) {
  const { name } = content;
  const mayEdit = useMay('brand.edit');
  // The name says which text it is.
  const requestOf = (text: Text) => ({ name, text: 'questions' in text ? withoutRemoved(text) : text }) as ContentDraft;
  const { draft, change, preview, setPreview, publish, frame } = useTextEditor<Text, PagePreview>({
    form: `content.${name}`,
    newest: content,
    read: () => callDesk('GET /api/content', { name }),
    readVersion: async (number) => (await callDesk('GET /api/content/version', { name, number })).text,
    save: (text, from, why) => callDesk('POST /api/content/save', { ...requestOf(text), from, why }),
    onAgain,
    published: 'Published. Visitors see it now.',
  });
  if (preview)
    return (
      <>
        <Panel title="Preview">
          <PagePreviewPanel preview={preview} label={texts[name].page} isOpened={name === 'faq'} />
        </Panel>
        <Panel title="Publish">
          <PanelNote>The storefront follows within seconds, in every language.</PanelNote>
          <SaveForm form={`content.why.${name}`} submit="Save and publish" onSave={publish} onBack={() => setPreview(undefined)} />
        </Panel>
      </>
    );
  return (
    <EditFrame {...frame} versions={content.versions} isLocked={!mayEdit}>
      <ContentForm
        content={content}
        draft={draft}
        onDraft={change}
        onPreview={async () => setPreview(await callDesk('POST /api/content/preview', requestOf(draft)))}
      />
    </EditFrame>
  );
}

type ContentFormProps = {
  readonly content: ContentWhole;
  readonly draft: Text;
  readonly onDraft: (text: Text) => void;
  readonly onPreview: () => Promise<void>;
};

function ContentForm({ content, draft, onDraft, onPreview }: ContentFormProps) {
  const sending = useMutation(DeskApiError);
  const { locale, setLocale, preview } = useFormLanguage(onPreview);
  const form = { locale, sending, onText: onDraft };
  return (
    <Form sending={sending} onSend={preview} submit="Preview">
      <OtherFaults of={sending.failure} />
      <LanguageTabs text={draft} chosen={locale} choose={setLocale}>
        {content.name === 'home' ? (
          <HomeFields {...form} text={draft as HomeDraft} samples={content.samples} />
        ) : content.name === 'faq' ? (
          <FaqFields {...form} text={draft as FaqDraft} savedIds={new Set(content.text.questions.map(({ id }) => id))} />
        ) : (
          <MenusFields {...form} text={draft as MenusDraft} />
        )}
      </LanguageTabs>
    </Form>
  );
}
