// The form of an edited text: its draft, its preview, and a version that another operator has saved
// meanwhile.
import { useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import { keepMine } from '#lib/yaml/merge.ts';
import type { Version } from '#modules/content/shapes.ts';
import type { SavedText } from '#modules/settings/content/shapes.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { DeskApiError } from '../../shared/api/client.ts';
import { encodeValues } from '../../shared/forms/form-drafts.ts';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { useConfirmLeave } from './versions.tsx';

/** `from`: the version that is edited. */
export type Versioned = FieldValues & { readonly from: number };

type VersionedFormOptions<V, P> = {
  /** Key of the draft. */
  readonly draft: string;
  readonly newest: V;
  readonly read: () => Promise<V>;
  readonly readVersion: (number: number) => Promise<Partial<V>>;
  readonly look: (values: V) => Promise<P>;
  /** An older version is previewed when it is opened. */
  readonly looksAtOnce?: boolean;
  readonly save: (values: V, why: string) => Promise<SavedText>;
  /** Shows the page again from the current text. */
  readonly onAgain: (notice?: string) => Promise<void>;
  readonly getPublishedText: (version: Version) => string;
  readonly fieldAt?: ((path: string) => string) | undefined;
};

/** `P`: the preview. */
export function useVersionedForm<V extends Versioned, P>(options: VersionedFormOptions<V, P>) {
  const { draft, newest, read, readVersion, look, looksAtOnce = false, save, onAgain, getPublishedText, fieldAt } = options;
  const [preview, setPreview] = useState<P>();
  const [theirs, setTheirs] = useState<Version>();
  const acting = useMutation(DeskApiError);
  const show = async (values: V) => setPreview(await look(values));
  const form = useDeskForm<V>({ draft: `text.${draft}`, keepsBase: true, values: newest, send: show, afterwards: 'editing', fieldAt });
  const base = form.formState.defaultValues as V;
  useConfirmLeave(useWatch({ control: form.control, compute: (values: V) => encodeValues(values) !== encodeValues(base) }));
  const edit = (values: V) => form.reset(values, { keepDefaultValues: true });
  return {
    ...{ draft, form, base, preview, acting, theirs },
    onBack: () => setPreview(undefined),
    async onPublish(why: string) {
      const { saved, version } = await save(form.getValues(), why);
      setPreview(undefined);
      if (!saved) return setTheirs(version);
      form.discard();
      return onAgain(getPublishedText(version));
    },
    onDiscard() {
      form.discard();
      void onAgain();
    },
    async onMerge() {
      const now = await read();
      const merged = keepMine(base, form.getValues(), now);
      form.reset(now);
      edit(merged);
      setTheirs(undefined);
    },
    async onOpen(number: number) {
      const values = { ...form.getValues(), ...(await readVersion(number)) };
      edit(values);
      if (looksAtOnce) await show(values);
    },
  };
}

export type VersionedForm<V extends Versioned, P> = ReturnType<typeof useVersionedForm<V, P>>;
