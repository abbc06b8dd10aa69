// The state of an edited text: its draft, its preview, and a version that another operator has saved
// meanwhile.
import { useState } from 'react';
import { keepMine } from '#lib/yaml/merge.ts';
import type { SavedText } from '#modules/desk/texts/shapes.ts';
import type { Version } from '#modules/texts/shapes.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { DeskApiError } from '../../shared/api/client.ts';
import { useFormDraft } from '../../shared/forms/stateful-draft.ts';
import { useConfirmLeave } from './versions.tsx';

type Numbered<T> = { readonly number: number; readonly text: T };

type TextEditorOptions<T> = {
  /** Key of the draft. */
  readonly form: string;
  readonly newest: Numbered<T>;
  readonly read: () => Promise<Numbered<T>>;
  readonly readVersion: (number: number) => Promise<T>;
  /** `from`: the version that was edited. */
  readonly save: (draft: T, from: number, why: string) => Promise<SavedText>;
  /** Shows the page again from the current text. */
  readonly onAgain: (notice?: string) => Promise<void>;
  readonly published: string;
};

/** `P`: the preview. */
export function useTextEditor<T, P>({ form, newest, read, readVersion, save, onAgain, published }: TextEditorOptions<T>) {
  // Keep the opened version: a refetch must not replace the base of the edit.
  const stored = useFormDraft(form, { from: newest.number, base: newest.text, draft: newest.text });
  const { from, base, draft } = stored.values;
  const [preview, setPreview] = useState<P>();
  const [theirs, setTheirs] = useState<Version>();
  const acting = useMutation(DeskApiError);
  useConfirmLeave(JSON.stringify(draft) !== JSON.stringify(base));
  const change = (text: T) => stored.change({ draft: text });
  return {
    base,
    draft,
    change,
    preview,
    setPreview,
    async publish(why: string) {
      const { saved, version } = await save(draft, from, why);
      setPreview(undefined);
      if (!saved) return setTheirs(version);
      stored.clear();
      return onAgain(published);
    },
    /** Properties of EditFrame. */
    frame: {
      acting,
      isRestored: stored.isRestored,
      theirs,
      onDiscard() {
        stored.clear();
        void onAgain();
      },
      async onMerge() {
        const now = await read();
        stored.change({ from: now.number, base: now.text, draft: keepMine(base, draft, now.text) });
        setTheirs(undefined);
      },
      onOpen: async (number: number) => change(await readVersion(number)),
    },
  };
}
