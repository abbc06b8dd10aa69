// Edits an email's texts in all languages, with a preview and a test email, and publishes them as the next version.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { keepMine } from '../../../lib/yaml/merge.ts';
import type { MailPreview, MailTextDraft, MailWhole } from '../../../modules/mail/shapes-desk.ts';
import { mailGroups, mailLabel } from '../../../modules/mail/shapes-labels.ts';
import type { Version } from '../../../modules/texts/shapes.ts';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { useFormDraft } from '../../shared/forms/use-form-draft.ts';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { VersionedPage } from '../versions/versioned-page.tsx';
import { EditFrame, SaveForm, useConfirmLeave } from '../versions/versions.tsx';
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

function Editing({ mail: newest, onAgain }: Props) {
  const mayEdit = useMay('mails.edit');
  const { name } = newest;
  // Keep the opened version: a refetch must not replace the base of the edit.
  const stored = useFormDraft(`mail.${name}`, {
    from: newest.number,
    base: newest.texts as MailTextDraft['texts'],
    texts: newest.texts as MailTextDraft['texts'],
  });
  const { from, base, texts } = stored.values;
  const [preview, setPreview] = useState<MailPreview>();
  const [theirs, setTheirs] = useState<Version>();
  const acting = useMutation(DeskApiError);
  useConfirmLeave(JSON.stringify(texts) !== JSON.stringify(base));
  const discard = () => {
    stored.clear();
    void onAgain();
  };
  const save = async (why: string) => {
    const { saved, version } = await callDesk('POST /api/mail/save', { name, texts, from, why });
    setPreview(undefined);
    if (!saved) return setTheirs(version);
    stored.clear();
    return onAgain('Published. Emails sent from now on have this text.');
  };
  const saveMine = async () => {
    const now = await callDesk('GET /api/mail', { name });
    stored.change({ from: now.number, base: now.texts, texts: keepMine(base, texts, now.texts) });
    setTheirs(undefined);
  };
  const open = async (number: number) => {
    const { texts: old } = await callDesk('GET /api/mail/version', { name, number });
    stored.change({ texts: old });
  };
  if (preview)
    return (
      <>
        <MailReview name={name} before={base} texts={texts} preview={preview} />
        <Panel title="Publish">
          <SaveForm form={`mail.why.${name}`} submit="Save and publish" onSave={save} onBack={() => setPreview(undefined)} />
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
      {newest.isOutdated ? (
        <PanelNote>
          This text lacks a placeholder that this release requires, so the default text is sent. Preview it to see what is missing.
        </PanelNote>
      ) : null}
      <MailForm
        mail={newest}
        texts={texts}
        mayEdit={mayEdit}
        onTexts={(changed) => stored.change({ texts: changed })}
        onLook={async () => setPreview(await callDesk('POST /api/mail/preview', { name, texts }))}
      />
    </EditFrame>
  );
}
