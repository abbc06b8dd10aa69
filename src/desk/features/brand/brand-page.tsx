// Edits the brand: name, logo and look, with a preview of the home page, and publishes it as the next
// version.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PagePreview } from '#modules/content/shapes.ts';
import type { BrandDetails } from '#modules/content/shapes-brand.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMay, useRefreshMe } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { Panel } from '../../shared/layout/panel.tsx';
import { PagePreviewPanel } from '../versions/page-preview.tsx';
import { useVersionedForm } from '../versions/use-versioned-form.ts';
import { VersionedEditor } from '../versions/versioned-editor.tsx';
import { VersionedPage } from '../versions/versioned-page.tsx';
import { BrandForm, type BrandValues } from './brand-form.tsx';

export function BrandPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/brand'));
  return (
    <VersionedPage query={query} title="Brand">
      {(brand, anew) => <Editing brand={brand} onAgain={anew} />}
    </VersionedPage>
  );
}

const toValues = ({ number, text }: BrandDetails): BrandValues => ({ from: number, text });

type Props = { readonly brand: BrandDetails; readonly onAgain: (notice?: string) => Promise<void> };

function Editing({ brand, onAgain }: Props) {
  const mayEdit = useMay('brand.edit');
  const refreshMe = useRefreshMe();
  const editor = useVersionedForm<BrandValues, PagePreview>({
    draft: 'brand',
    newest: toValues(brand),
    read: async () => toValues(await callDesk('GET /api/brand', {})),
    readVersion: (number) => callDesk('GET /api/brand/version', { number }),
    look: ({ text }) => callDesk('POST /api/brand/preview', { text }),
    async save(values, why) {
      const saved = await callDesk('POST /api/brand/save', { ...values, why });
      // The navigation shows the name.
      await refreshMe();
      return saved;
    },
    onAgain,
    getPublishedText: () => 'Published. Pages, emails and icons show it now.',
  });
  return (
    <VersionedEditor
      editor={editor}
      versions={brand.versions}
      isLocked={!mayEdit}
      review={(preview) => (
        <Panel title="Preview">
          <PagePreviewPanel preview={preview} label="Home page" />
        </Panel>
      )}
      publishNote="Every page, email, icon and share picture follows within seconds. Invoices that exist keep their look."
    >
      <BrandForm form={editor.form} />
    </VersionedEditor>
  );
}
