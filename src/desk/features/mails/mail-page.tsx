// Edits an email's texts in all languages, with a preview and a test email, and publishes them as the next
// version.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MailDetails, MailDraft, MailPreview } from '#modules/mail/desk-shapes.ts';
import { mailGroups, mailLabel } from '#modules/mail/shapes-labels.ts';
import { callDesk } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { PanelNote } from '../../shared/layout/panel.tsx';
import { useVersionedForm } from '../versions/use-versioned-form.ts';
import { VersionedEditor } from '../versions/versioned-editor.tsx';
import { VersionedPage } from '../versions/versioned-page.tsx';
import { MailForm, type MailValues } from './mail-form.tsx';
import { MailReview } from './mail-review.tsx';

type Name = MailDraft['name'];

export function MailEditPage(): ReactNode {
  const { id } = useParams({ from: '/mails/$id' });
  const name = mailGroups.flatMap(({ mails }) => mails).find((each) => each === id);
  return name ? <Mail name={name} /> : <PageHead title="Email not found" />;
}

function Mail({ name }: { readonly name: Name }) {
  const query = useQuery(deskQuery('GET /api/mail', { name }));
  return (
    <VersionedPage query={query} title={mailLabel(name)} back={{ to: '/mails', label: 'All emails' }}>
      {(mail, anew) => <Editing mail={mail} onAgain={anew} />}
    </VersionedPage>
  );
}

type Props = { readonly mail: MailDetails; readonly onAgain: (notice?: string) => Promise<void> };

const toValues = ({ number, text }: MailDetails): MailValues => ({ from: number, text });

function Editing({ mail, onAgain }: Props) {
  const { name } = mail;
  const editor = useVersionedForm<MailValues, MailPreview>({
    draft: `mail.${name}`,
    newest: toValues(mail),
    read: async () => toValues(await callDesk('GET /api/mail', { name })),
    readVersion: async (number) => ({ text: (await callDesk('GET /api/mail/version', { name, number })).text }),
    look: ({ text }) => callDesk('POST /api/mail/preview', { name, text }),
    save: ({ text, from }, why) => callDesk('POST /api/mail/save', { name, text, from, why }),
    onAgain,
    getPublishedText: () => 'Published. Emails sent from now on have this text.',
  });
  const { base, form } = editor;
  return (
    <VersionedEditor
      editor={editor}
      versions={mail.versions}
      review={(preview) => <MailReview name={name} before={base.text} text={form.getValues('text')} preview={preview} />}
    >
      {mail.isOutdated ? (
        <PanelNote>
          This text lacks a placeholder that this release requires, so the default text is sent. Preview it to see what is missing.
        </PanelNote>
      ) : null}
      <MailForm mail={mail} form={form} />
    </VersionedEditor>
  );
}
