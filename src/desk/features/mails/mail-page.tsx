// Edits an email's texts in all languages, with a preview and a test email, and publishes them as the next
// version.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MailPreview, MailTextDraft, MailWhole } from '#modules/mail/shapes-desk.ts';
import { mailGroups, mailLabel } from '#modules/mail/shapes-labels.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { useTextEditor } from '../versions/use-text-editor.ts';
import { VersionedPage } from '../versions/versioned-page.tsx';
import { EditFrame, SaveForm } from '../versions/versions.tsx';
import { MailForm } from './mail-form.tsx';
import { MailReview } from './mail-review.tsx';

type Name = MailTextDraft['name'];

export function MailEditPage(): ReactNode {
  const { id } = useParams({ from: '/mails/$id' });
  const name = mailGroups.flatMap(({ mails }) => mails).find((each) => each === id);
  return name ? <Mail name={name} /> : <PageHead title="Email not found" />;
}

function Mail({ name }: { readonly name: Name }) {
  const query = useQuery(deskQuery('GET /api/mail', { name }));
  return (
    <VersionedPage of={query} title={mailLabel(name)} back={{ to: '/mails', label: 'All emails' }}>
      {(mail, anew) => <Editing mail={mail} onAgain={anew} />}
    </VersionedPage>
  );
}

type Props = { readonly mail: MailWhole; readonly onAgain: (notice?: string) => Promise<void> };

const textOf = ({ number, texts }: MailWhole) => ({ number, text: texts });

function Editing({ mail, onAgain }: Props) {
  const mayEdit = useMay('mails.edit');
  const { name } = mail;
  const { base, draft, change, preview, setPreview, publish, frame } = useTextEditor<MailTextDraft['texts'], MailPreview>({
    form: `mail.${name}`,
    newest: textOf(mail),
    read: async () => textOf(await callDesk('GET /api/mail', { name })),
    readVersion: async (number) => (await callDesk('GET /api/mail/version', { name, number })).texts,
    save: (texts, from, why) => callDesk('POST /api/mail/save', { name, texts, from, why }),
    onAgain,
    published: 'Published. Emails sent from now on have this text.',
  });
  if (preview)
    return (
      <>
        <MailReview name={name} before={base} texts={draft} preview={preview} />
        <Panel title="Publish">
          <SaveForm form={`mail.why.${name}`} submit="Save and publish" onSave={publish} onBack={() => setPreview(undefined)} />
        </Panel>
      </>
    );
  return (
    <EditFrame {...frame} versions={mail.versions}>
      {mail.isOutdated ? (
        <PanelNote>
          This text lacks a placeholder that this release requires, so the default text is sent. Preview it to see what is missing.
        </PanelNote>
      ) : null}
      <MailForm
        mail={mail}
        texts={draft}
        mayEdit={mayEdit}
        onTexts={change}
        onLook={async () => setPreview(await callDesk('POST /api/mail/preview', { name, texts: draft }))}
      />
    </EditFrame>
  );
}
