// Edits one file of the catalogue, as a form or as text. A change is previewed, then saved as the next
// version.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { keepMine } from '#lib/yaml/merge.ts';
import type { CatalogueDraft, CatalogueFile, ServiceDraft } from '#modules/catalogue/shapes-desk.ts';
import type { CataloguePreview } from '#modules/desk/texts/shapes.ts';
import type { Version } from '#modules/texts/shapes.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import button from '#ui/styles/button.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { OtherLanguagesOfTexts } from '../../shared/forms/other-languages.tsx';
import { useFormDraft } from '../../shared/forms/stateful-draft.ts';
import { Form } from '../../shared/forms/stateful-form.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { VersionedPage } from '../versions/versioned-page.tsx';
import css from '../versions/versions.module.css';
import { EditFrame, OtherFaults, SaveForm, useConfirmLeave } from '../versions/versions.tsx';
import { checked } from './form/checked.ts';
import { CatalogueForm } from './form/form.tsx';
import { CatalogueReview } from './review.tsx';
import { NewServicePage } from './service-creation.tsx';

/** `new`: a service that is added. */
export function CatalogueFilePage(): ReactNode {
  const { id } = useParams({ from: '/catalogue/$id' });
  const { like } = useSearch({ from: '/catalogue/$id' });
  return id === 'new' ? <NewServicePage like={like} /> : <StoredFile id={id} />;
}

function StoredFile({ id }: { readonly id: string }) {
  const query = useQuery(deskQuery('GET /api/catalogue/file', { file: id }));
  return (
    <VersionedPage
      of={query}
      title={query.data?.service?.name.en ?? (id === 'common.yaml' ? 'Shared settings' : id)}
      file={id}
      back={{ to: '/catalogue', label: 'Catalog' }}
    >
      {(file, anew) => <Editing file={file} onAgain={anew} />}
    </VersionedPage>
  );
}

type Props = { readonly file: CatalogueFile; readonly onAgain: (notice?: string) => Promise<void> };

function Editing({ file: newest, onAgain }: Props) {
  const mayEdit = useMay('catalogue.edit');
  // Keep the opened version: a refetch must not replace the base of the edit.
  const stored = useFormDraft<Opened>(`catalogue.${newest.file}`, openedOf(newest));
  const { file, draft } = stored.values;
  const setDraft = (draft: Draft) => stored.change({ draft });
  const [preview, setPreview] = useState<CataloguePreview>();
  const [theirs, setTheirs] = useState<Version>();
  const acting = useMutation(DeskApiError);
  const look = async (what = draft) =>
    setPreview(await checked(() => callDesk('POST /api/catalogue/preview', { file: file.file, ...what })));
  useConfirmLeave(isEdited(stored.values));
  const discard = () => {
    stored.clear();
    void onAgain();
  };
  const save = async (why: string) => {
    const { saved, version } = await checked(() =>
      callDesk('POST /api/catalogue/save', { file: file.file, ...draft, from: file.number, why }),
    );
    setPreview(undefined);
    if (!saved) return setTheirs(version);
    stored.clear();
    return onAgain(`Version ${version.number} is published.`);
  };
  const saveMine = async () => {
    const { file: name, service } = file;
    const now = await callDesk('GET /api/catalogue/file', { file: name });
    const isMerged = draft.service && service && now.service;
    stored.change({ file: now, draft: isMerged ? { service: keepMine(service as ServiceDraft, draft.service, now.service) } : draft });
    setTheirs(undefined);
  };
  const open = async (number: number) => {
    const { text } = await callDesk('GET /api/catalogue/version', { file: file.file, number });
    setDraft({ text });
    await look({ text });
  };
  if (preview)
    return (
      <>
        <CatalogueReview preview={preview} />
        <Panel title="Publish">
          <SaveForm form={`catalogue.why.${file.file}`} submit="Save and publish" onSave={save} onBack={() => setPreview(undefined)} />
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
      {mayEdit ? (
        <Editor key={file.number} file={file} draft={draft} onDraft={setDraft} onLook={look} />
      ) : (
        <pre className={css.read}>{file.text}</pre>
      )}
    </EditFrame>
  );
}

type Draft = Pick<CatalogueDraft, 'text' | 'service'>;
/** The edited content and its base version. */
type Opened = { readonly file: CatalogueFile; readonly draft: Draft };
const openedOf = (file: CatalogueFile): Opened => ({ file, draft: file.service ? { service: file.service } : { text: file.text } });
type EditorProps = {
  readonly file: CatalogueFile;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly onLook: (draft?: Draft) => Promise<void>;
};

function Editor({ file, draft, onDraft, onLook }: EditorProps) {
  const sending = useMutation(DeskApiError);
  const isText = draft.text !== undefined;
  const asText = () => sending.run(async () => onDraft({ text: await textOf(file, draft) }));
  return (
    <Panel
      title={isText ? 'File' : 'Service'}
      beside={
        isText ? null : (
          <button className={`${button.quiet} ${button.small}`} type="button" onClick={() => void asText()}>
            Edit as text
          </button>
        )
      }
    >
      <Form sending={sending} onSend={() => onLook()} submit="Preview">
        <OtherFaults of={sending.failure} />
        {isText ? (
          <textarea
            className={css.file}
            aria-label={`${file.file}, as text`}
            aria-invalid={sending.failure ? true : undefined}
            spellCheck={false}
            wrap="off"
            value={draft.text}
            onChange={({ target }) => onDraft({ text: target.value })}
          />
        ) : null}
        {draft.service && file.service ? (
          <>
            <OtherLanguagesOfTexts />
            <CatalogueForm service={draft.service} onService={(service) => onDraft({ service })} sending={sending} saved={file.service} />
          </>
        ) : null}
      </Form>
    </Panel>
  );
}

const isEdited = ({ file, draft: { text, service } }: Opened): boolean =>
  text === undefined ? JSON.stringify(service) !== JSON.stringify(file.service) : text !== file.text;

/** Includes the form's unsaved input. */
const textOf = async (file: CatalogueFile, { service }: Draft): Promise<string> =>
  service === undefined || service === file.service
    ? file.text
    : (await checked(() => callDesk('POST /api/catalogue/preview', { file: file.file, service }))).text;
