// Adds a service to the catalogue, empty or as a copy of another one. It is not sold until its form says so.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { noWords } from '#lib/locale.ts';
import type { ServiceDraft } from '#modules/catalogue/desk-shapes.ts';
import type { CataloguePreview } from '#modules/settings/content/shapes.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { DraftNotice } from '../../shared/forms/draft-notice.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { SaveForm } from '../versions/versions.tsx';
import { withDescriptions } from './form/add-ons.tsx';
import { CatalogueForm, toFieldName } from './form/form.tsx';
import { CatalogueReview } from './review.tsx';

/** `like`: the file that is copied. */
export function NewServicePage({ like }: { readonly like: string | undefined }): ReactNode {
  // A discarded draft starts the form again.
  const [turn, setTurn] = useState(0);
  const anew = () => setTurn(turn + 1);
  const key = `${turn} ${like ?? ''}`;
  return (
    <>
      <PageHead title="New service">
        <Link to="/catalogue">Catalog</Link>
      </PageHead>
      {like ? <CopiedService key={key} like={like} onAgain={anew} /> : <NewService key={key} initial={emptyService} onAgain={anew} />}
    </>
  );
}

const emptyService: ServiceDraft = {
  state: 'archived',
  name: noWords,
  summary: noWords,
  description: noWords,
  revisions: 1,
  contains: [noWords],
  excludes: [],
  sample: { caption: noWords, text: noWords },
  fields: [],
  offers: [{ id: '', unit: noWords, note: noWords, minQuantity: 1, maxQuantity: 10, prices: {}, pieces: [] }],
};

function CopiedService({ like, onAgain }: Pick<Props, 'onAgain'> & { readonly like: string }) {
  const query = useQuery(deskQuery('GET /api/catalogue/file', { file: like }));
  return (
    <DeskQueryState query={query}>
      {({ service }) => <NewService like={like} initial={service ? copyService(service) : emptyService} onAgain={onAgain} />}
    </DeskQueryState>
  );
}

/** Offers get keys of their own, because orders refer to them. */
const copyService = ({ position: _, ...service }: ServiceDraft): ServiceDraft => ({
  ...withDescriptions(service),
  state: 'archived',
  offers: service.offers.map((offer) => ({ ...offer, id: '' })),
});

type Props = { readonly like?: string; readonly initial: ServiceDraft; readonly onAgain: () => void };

function NewService({ like, initial, onAgain }: Props) {
  const [preview, setPreview] = useState<CataloguePreview>();
  const navigate = useNavigate();
  const form = useDeskForm({
    draft: `catalogue.new.${like ?? ''}`,
    values: { slug: '', service: initial },
    send: async (values) => setPreview(await callDesk('POST /api/catalogue/preview', toRequest(values))),
    afterwards: 'editing',
    fieldAt: toFieldName,
  });
  const toRequest = ({ slug, service }: { readonly slug: string; readonly service: ServiceDraft }) => ({
    file: `${slug.trim()}.yaml`,
    isNew: { like },
    service,
  });
  const save = async (why: string) => {
    const request = toRequest(form.getValues());
    const { saved } = await callDesk('POST /api/catalogue/save', { ...request, from: 0, why });
    if (!saved) throw new DeskApiError(400, { '': ['Another service has this address.'] });
    form.discard();
    await navigate({ to: '/catalogue/$id', params: { id: request.file }, ignoreBlocker: true });
  };
  const discard = () => {
    form.discard();
    onAgain();
  };
  if (preview)
    return (
      <>
        <CatalogueReview preview={preview} isNew />
        <Panel title="Add">
          <SaveForm form={`catalogue.why.new.${like ?? ''}`} submit="Add service" onSave={save} onBack={() => setPreview(undefined)} />
        </Panel>
      </>
    );
  return (
    <>
      {form.isRestored ? <DraftNotice onDiscard={discard} /> : null}
      <Panel title="Service">
        <Form form={form} submit="Preview">
          <CatalogueForm saved={{ ...emptyService, offers: [] }} />
        </Form>
      </Panel>
    </>
  );
}
