// Adds a service to the catalogue, empty or as a copy of another one. It is not sold until its form says so.

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { noWords } from '#lib/locale.ts';
import type { ServiceDraft } from '#modules/catalogue/shapes-desk.ts';
import type { CataloguePreview } from '#modules/desk/texts/shapes.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { DraftNotice } from '../../shared/forms/draft-notice.tsx';
import { useFormDraft } from '../../shared/forms/stateful-draft.ts';
import { DeskTextField, Form } from '../../shared/forms/stateful-form.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { OtherFaults, SaveForm } from '../versions/versions.tsx';
import { checked } from './form/checked.ts';
import { CatalogueForm } from './form/form.tsx';
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
    <DeskQueryState of={query}>
      {({ service }) => <NewService like={like} initial={service ? copyOf(service) : emptyService} onAgain={onAgain} />}
    </DeskQueryState>
  );
}

/** Offers get keys of their own, because orders refer to them. */
const copyOf = (service: ServiceDraft): ServiceDraft => ({
  ...service,
  state: 'archived',
  position: undefined,
  offers: service.offers.map((offer) => ({ ...offer, id: '' })),
});

type Props = { readonly like?: string; readonly initial: ServiceDraft; readonly onAgain: () => void };

function NewService({ like, initial, onAgain }: Props) {
  const stored = useFormDraft(`catalogue.new.${like ?? ''}`, { slug: '', service: initial });
  const { slug, service } = stored.values;
  const [preview, setPreview] = useState<CataloguePreview>();
  const sending = useMutation(DeskApiError);
  const navigate = useNavigate();
  const file = `${slug.trim()}.yaml`;
  const draft = { file, isNew: { like }, service };
  const discard = () => {
    stored.clear();
    onAgain();
  };
  const save = async (why: string) => {
    const { saved } = await checked(() => callDesk('POST /api/catalogue/save', { ...draft, from: 0, why }));
    if (!saved) throw new DeskApiError(400, { '': ['Another service has this address.'] });
    stored.clear();
    await navigate({ to: '/catalogue/$id', params: { id: file }, ignoreBlocker: true });
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
      {stored.isRestored ? <DraftNotice onDiscard={discard} /> : null}
      <Panel title="Service">
        <Form
          sending={sending}
          onSend={async () => setPreview(await checked(() => callDesk('POST /api/catalogue/preview', draft)))}
          submit="Preview"
        >
          <OtherFaults of={sending.failure} />
          <DeskTextField
            label="Address"
            name="slug"
            sending={sending}
            hint="Lowercase letters, digits and hyphens, such as logo-design. It can’t be changed later."
            value={slug}
            onValue={(slug) => stored.change({ slug })}
          />
          <CatalogueForm
            service={service}
            onService={(service) => stored.change({ service })}
            sending={sending}
            saved={{ ...emptyService, offers: [] }}
          />
        </Form>
      </Panel>
    </>
  );
}
