// Shared by all text editors: conflicting saves, version history, the reason of a change, and validation
// errors.
import { type ReactNode, useEffect } from 'react';
import type { Version } from '#modules/texts/shapes.ts';
import type { Mutation } from '#ui/hooks/use-mutation.ts';
import button from '#ui/styles/button.module.css';
import type { DeskApiError } from '../../shared/api/client.ts';
import { DraftNotice } from '../../shared/forms/draft-notice.tsx';
import { AreaField } from '../../shared/forms/fields.tsx';
import { ErrorList, Form } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import css from './versions.module.css';

const authorOf = ({ origin, by }: Version): string => (origin === 'file' ? 'shop files' : by?.name || 'former operator');

type ConflictNoticeProps = { readonly theirs: Version; readonly onMine: () => void; readonly onTheirs: () => void };

export function ConflictNotice({ theirs, onMine, onTheirs }: ConflictNoticeProps) {
  return (
    <div className={css.meanwhile} role="alert">
      <strong>
        Version {theirs.number} was saved in the meantime ({authorOf(theirs)}
        {theirs.why ? `: “${theirs.why}”` : ''}). Your changes aren’t lost.
      </strong>
      <div className={css.row}>
        <button className={button.quiet} type="button" onClick={onMine}>
          Merge mine into theirs
        </button>
        <button className={button.quiet} type="button" onClick={onTheirs}>
          Use theirs
        </button>
      </div>
    </div>
  );
}

type EditFrameProps = {
  readonly acting: Mutation<DeskApiError>;
  readonly isRestored: boolean;
  /** Saved by somebody else since the text was opened. */
  readonly theirs: Version | undefined;
  readonly onDiscard: () => void;
  readonly onMerge: () => Promise<unknown>;
  readonly versions: readonly Version[];
  readonly onOpen: (number: number) => Promise<unknown>;
  readonly isLocked?: boolean;
  readonly children: ReactNode;
};

/**
 * Around the fields of an edited text: a failure, a restored draft and a newer version above, all versions
 * below. While the server's version is merged into the draft, the fields are disabled, so that no older draft
 * is previewed.
 */
export const EditFrame = ({ acting, isRestored, theirs, onDiscard, onMerge, versions, onOpen, isLocked, children }: EditFrameProps) => (
  <>
    <ErrorList lines={acting.failure && (acting.failure.errors[''] ?? [acting.failure.message])} />
    {isRestored ? <DraftNotice onDiscard={onDiscard} /> : null}
    {theirs ? <ConflictNotice theirs={theirs} onTheirs={onDiscard} onMine={() => void acting.run(onMerge)} /> : null}
    <fieldset className={css.merging} disabled={acting.busy || isLocked}>
      {children}
    </fieldset>
    <Versions versions={versions} onOpen={(number) => void acting.run(() => onOpen(number))} />
  </>
);

type SaveProps = {
  /** Key of the form's draft. */ readonly form: string;
  readonly submit: string;
  readonly onSave: (why: string) => Promise<unknown>;
  readonly onBack: () => void;
};

export function SaveForm({ form: draft, submit, onSave, onBack }: SaveProps) {
  const form = useDeskForm({ draft, values: { why: '' }, send: ({ why }) => onSave(why) });
  return (
    <Form
      form={form}
      submit={submit}
      more={
        <button className={button.quiet} type="button" onClick={onBack}>
          Back to editing
        </button>
      }
    >
      <LeaveGuard
        isUnsaved={form.formState.isSubmitting}
        warning="Your changes are still being saved. If you leave now, you won’t see whether it worked."
      />
      <AreaField label="Reason" name="why" hint="Kept with the version." />
    </Form>
  );
}

/** The form shows the first error; these are the others. */
export const OtherFaults = ({ of }: { readonly of: DeskApiError | undefined }) => <ErrorList lines={of?.errors['']?.slice(1)} />;

type VersionsProps = { readonly versions: readonly Version[]; readonly onOpen: (number: number) => void };

export function Versions({ versions, onOpen }: VersionsProps) {
  return (
    <Panel title="Versions">
      <PanelNote>All versions are kept; the newest one is live. Changes to the shop’s files appear here, too.</PanelNote>
      <Table label="All versions" cards heads={[{ name: 'Version', num: true }, 'Saved', 'By', 'Reason', 'Text']}>
        {versions.map((version, index) => (
          <tr key={version.number}>
            <td className={cell.num}>{version.number}</td>
            <td className={cell.least}>
              <Moment at={version.at} />
            </td>
            <td>{authorOf(version)}</td>
            <td className={cell.grow}>{version.why}</td>
            <td className={cell.least}>
              {index === 0 ? (
                'Current'
              ) : (
                <button
                  className={button.link}
                  type="button"
                  aria-label={`Open version ${version.number}`}
                  onClick={() => onOpen(version.number)}
                >
                  Open
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

/** Asks before the window closes with unsaved input. */
export function useConfirmLeave(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return undefined;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', confirmLeaving);
    return () => removeEventListener('beforeunload', confirmLeaving);
  }, [isTyped]);
}
