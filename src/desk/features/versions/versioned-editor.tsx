// Around the form of an edited text: a failure, a restored draft and a newer version above, all versions
// below; once it is previewed, the preview and the reason of the change instead.
import type { ReactNode } from 'react';
import type { Version } from '#modules/content/shapes.ts';
import { DraftNotice } from '../../shared/forms/draft-notice.tsx';
import { ErrorList } from '../../shared/forms/form.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import type { Versioned, VersionedForm } from './use-versioned-form.ts';
import css from './versions.module.css';
import { ConflictNotice, SaveForm, Versions } from './versions.tsx';

type Props<V extends Versioned, P> = {
  readonly editor: VersionedForm<V, P>;
  readonly versions: readonly Version[];
  readonly isLocked?: boolean;
  readonly review: (preview: P) => ReactNode;
  readonly publishTitle?: string | undefined;
  readonly publishNote?: string;
  readonly children: ReactNode;
};

export function VersionedEditor<V extends Versioned, P>(props: Props<V, P>) {
  const { editor, versions, isLocked = false, review, publishTitle = 'Publish', publishNote, children } = props;
  const { draft, form, preview, acting, theirs } = editor;
  if (preview)
    return (
      <>
        {review(preview)}
        <Panel title={publishTitle}>
          {publishNote ? <PanelNote>{publishNote}</PanelNote> : null}
          <SaveForm form={`why.${draft}`} submit="Save and publish" onSave={editor.onPublish} onBack={editor.onBack} />
        </Panel>
      </>
    );
  return (
    <>
      <ErrorList lines={acting.failure && (acting.failure.errors[''] ?? [acting.failure.message])} />
      {form.isRestored ? <DraftNotice onDiscard={editor.onDiscard} /> : null}
      {theirs ? <ConflictNotice theirs={theirs} onTheirs={editor.onDiscard} onMine={() => void acting.run(editor.onMerge)} /> : null}
      {/* While the server's version is merged into the draft, no older draft must be previewed. */}
      <fieldset className={css.merging} disabled={acting.busy || isLocked}>
        {children}
      </fieldset>
      <Versions versions={versions} onOpen={(number) => void acting.run(() => editor.onOpen(number))} />
    </>
  );
}
