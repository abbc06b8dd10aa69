// Edits one file of the catalogue, as a form or as text. A change is previewed, then saved as the next
// version.

import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isSame } from '#lib/yaml/merge.ts';
import type { CatalogueDraft, CatalogueFile } from '#modules/catalogue/desk-shapes.ts';
import type { CataloguePreview } from '#modules/settings/content/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { useField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { OtherLanguagesOfTexts } from '../../shared/forms/other-languages.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { useVersionedForm } from '../versions/use-versioned-form.ts';
import { VersionedEditor } from '../versions/versioned-editor.tsx';
import { VersionedPage } from '../versions/versioned-page.tsx';
import css from '../versions/versions.module.css';
import { withDescriptions } from './form/add-ons.tsx';
import { CatalogueForm, toFieldName } from './form/form.tsx';
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
      query={query}
      title={query.data?.service?.name.en ?? (id === 'common.yaml' ? 'Shared settings' : id)}
      file={id}
      back={{ to: '/catalogue', label: 'Catalog' }}
    >
      {(file, anew) => <Editing file={file} onAgain={anew} />}
    </VersionedPage>
  );
}

type Props = { readonly file: CatalogueFile; readonly onAgain: (notice?: string) => Promise<void> };
/** Edited as text or as a form. */
type Values = Required<Pick<CatalogueDraft, 'text'>> &
  Pick<CatalogueDraft, 'service'> & { readonly from: number; readonly isText: boolean };

const toValues = ({ number, text, service }: CatalogueFile): Values => ({
  from: number,
  isText: service === undefined,
  text,
  service: service && withDescriptions(service),
});

function Editing({ file: newest, onAgain }: Props) {
  const { file } = newest;
  const mayEdit = useMay('catalogue.edit');
  const toRequest = ({ isText, text, service }: Values) => ({ file, ...(isText ? { text } : { service }) });
  const editor = useVersionedForm<Values, CataloguePreview>({
    draft: `catalogue.${file}`,
    newest: toValues(newest),
    read: async () => toValues(await callDesk('GET /api/catalogue/file', { file })),
    readVersion: async (number) => ({ isText: true, text: (await callDesk('GET /api/catalogue/version', { file, number })).text }),
    look: (values) => callDesk('POST /api/catalogue/preview', toRequest(values)),
    looksAtOnce: true,
    save: (values, why) => callDesk('POST /api/catalogue/save', { ...toRequest(values), from: values.from, why }),
    onAgain,
    getPublishedText: ({ number }) => `Version ${number} is published.`,
    fieldAt: toFieldName,
  });
  const { base, form } = editor;
  const isText = form.watch('isText');
  // Includes the unsaved input of the form.
  const editAsText = form.submitWith(async ({ service }) => {
    if (!isSame(service, base.service)) form.setValue('text', (await callDesk('POST /api/catalogue/preview', { file, service })).text);
    form.setValue('isText', true);
  });
  return (
    <VersionedEditor editor={editor} versions={newest.versions} review={(preview) => <CatalogueReview preview={preview} />}>
      {mayEdit ? (
        <Panel
          key={base.from}
          title={isText ? 'File' : 'Service'}
          beside={isText ? null : <Button text="Edit as text" small onClick={() => void editAsText()} />}
        >
          <Form form={form} submit="Preview">
            {isText ? <FileText label={`${file}, as text`} hasError={form.formState.errors.root !== undefined} /> : null}
            {base.service && !isText ? (
              <>
                <OtherLanguagesOfTexts />
                <CatalogueForm saved={base.service} />
              </>
            ) : null}
          </Form>
        </Panel>
      ) : (
        <pre className={css.read}>{base.text}</pre>
      )}
    </VersionedEditor>
  );
}

function FileText({ label, hasError }: { readonly label: string; readonly hasError: boolean }) {
  const { value, change } = useField<string>('text');
  return (
    <textarea
      className={css.file}
      aria-label={label}
      aria-invalid={hasError || undefined}
      spellCheck={false}
      wrap="off"
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  );
}
