// Edits the brand: name, logo and look, with a preview of the home page, and publishes it as the next
// version.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PagePreview } from '#modules/texts/shapes.ts';
import type { BrandDraft, BrandWhole } from '#modules/texts/shapes-brand.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMay, useRefreshMe } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { PagePreviewPanel } from '../versions/page-preview.tsx';
import { useTextEditor } from '../versions/use-text-editor.ts';
import { VersionedPage } from '../versions/versioned-page.tsx';
import { EditFrame, SaveForm } from '../versions/versions.tsx';
import { BrandForm } from './brand-form.tsx';

export function BrandPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/brand'));
  return (
    <VersionedPage of={query} title="Brand">
      {(brand, anew) => <Editing brand={brand} onAgain={anew} />}
    </VersionedPage>
  );
}

const textOf = ({ number, versions: _, ...text }: BrandWhole) => ({ number, text: text as BrandDraft });

type Props = { readonly brand: BrandWhole; readonly onAgain: (notice?: string) => Promise<void> };

function Editing({ brand, onAgain }: Props) {
  const mayEdit = useMay('brand.edit');
  const refreshMe = useRefreshMe();
  const { draft, change, preview, setPreview, publish, frame } = useTextEditor<BrandDraft, PagePreview>({
    form: 'brand',
    newest: textOf(brand),
    read: async () => textOf(await callDesk('GET /api/brand', {})),
    readVersion: (number) => callDesk('GET /api/brand/version', { number }),
    async save(text, from, why) {
      const saved = await callDesk('POST /api/brand/save', { ...text, from, why });
      // The navigation shows the name.
      await refreshMe();
      return saved;
    },
    onAgain,
    published: 'Published. Pages, emails and icons show it now.',
  });
  if (preview)
    return (
      <>
        <Panel title="Preview">
          <PagePreviewPanel preview={preview} label="Home page" />
        </Panel>
        <Panel title="Publish">
          <PanelNote>Every page, email, icon and share picture follows within seconds. Invoices that exist keep their look.</PanelNote>
          <SaveForm form="brand.why" submit="Save and publish" onSave={publish} onBack={() => setPreview(undefined)} />
        </Panel>
      </>
    );
  return (
    <EditFrame {...frame} versions={brand.versions} isLocked={!mayEdit}>
      <BrandForm
        draft={draft}
        onDraft={(changes) => change({ ...draft, ...changes })}
        onPreview={async () => setPreview(await callDesk('POST /api/brand/preview', draft))}
      />
    </EditFrame>
  );
}
