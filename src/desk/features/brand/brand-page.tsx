// Edits the brand: name, logo and look, with a preview of the home page, and publishes it as the next version.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keepMine } from '../../../lib/yaml/merge.ts';
import type { PagePreview, Version } from '../../../modules/texts/shapes.ts';
import type { BrandDraft, BrandWhole } from '../../../modules/texts/shapes-brand.ts';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { useFormDraft } from '../../shared/forms/use-form-draft.ts';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { PagePreviewPanel } from '../versions/page-preview.tsx';
import { VersionedPage } from '../versions/versioned-page.tsx';
import { EditFrame, SaveForm, useConfirmLeave } from '../versions/versions.tsx';
import { BrandForm } from './brand-form.tsx';

export function BrandPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/brand'));
  return (
    <VersionedPage of={query} title="Brand">
      {(brand, anew) => <Editing brand={brand} onAgain={anew} />}
    </VersionedPage>
  );
}

const draftOf = ({ number: _, versions: __, ...draft }: BrandWhole): BrandDraft => draft;

type Props = { readonly brand: BrandWhole; readonly onAgain: (notice?: string) => Promise<void> };

function Editing({ brand: newest, onAgain }: Props) {
  const mayEdit = useMay('brand.edit');
  // Keep the opened version: a refetch must not replace the base of the edit.
  const stored = useFormDraft('brand', { from: newest.number, base: draftOf(newest), draft: draftOf(newest) });
  const { from, base, draft } = stored.values;
  const [preview, setPreview] = useState<PagePreview>();
  const [theirs, setTheirs] = useState<Version>();
  const acting = useMutation(DeskApiError);
  useConfirmLeave(JSON.stringify(draft) !== JSON.stringify(base));
  const discard = () => {
    stored.clear();
    void onAgain();
  };
  const save = async (why: string) => {
    const { saved, version } = await callDesk('POST /api/brand/save', { ...draft, from, why });
    setPreview(undefined);
    if (!saved) return setTheirs(version);
    stored.clear();
    return onAgain('Published. Pages, mails and icons show it now.');
  };
  const saveMine = async () => {
    const now = await callDesk('GET /api/brand', {});
    stored.change({ from: now.number, base: draftOf(now), draft: keepMine(base, draft, draftOf(now)) });
    setTheirs(undefined);
  };
  const open = async (number: number) => stored.change({ draft: await callDesk('GET /api/brand/version', { number }) });
  if (preview)
    return (
      <>
        <Panel title="Preview">
          <PagePreviewPanel preview={preview} label="Home page" />
        </Panel>
        <Panel title="Publish">
          <PanelNote>Every page, mail, icon and share picture follows within seconds. Invoices that exist keep their look.</PanelNote>
          <SaveForm form="brand.why" submit="Save and publish" onSave={save} onBack={() => setPreview(undefined)} />
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
      isLocked={!mayEdit}
    >
      <BrandForm
        draft={draft}
        onDraft={(changes) => stored.change({ draft: { ...draft, ...changes } })}
        onPreview={async () => setPreview(await callDesk('POST /api/brand/preview', draft))}
      />
    </EditFrame>
  );
}
