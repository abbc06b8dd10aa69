// Shared by all text editors: conflicting saves, version history and the reason of a change.

import { useEffect } from 'react';
import type { Version } from '#modules/content/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { AreaField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import css from './versions.module.css';

const getAuthor = ({ origin, by }: Version): string => (origin === 'file' ? 'shop files' : by?.name || 'former operator');

type ConflictNoticeProps = { readonly theirs: Version; readonly onMine: () => void; readonly onTheirs: () => void };

export function ConflictNotice({ theirs, onMine, onTheirs }: ConflictNoticeProps) {
  return (
    <div className={css.meanwhile} role="alert">
      <strong>
        Version {theirs.number} was saved in the meantime ({getAuthor(theirs)}
        {theirs.why ? `: “${theirs.why}”` : ''}). Your changes aren’t lost.
      </strong>
      <div className={css.row}>
        <Button text="Merge mine into theirs" onClick={onMine} />
        <Button text="Use theirs" onClick={onTheirs} />
      </div>
    </div>
  );
}

type SaveProps = {
  /** Key of the form's draft. */ readonly form: string;
  readonly submit: string;
  readonly onSave: (why: string) => Promise<unknown>;
  readonly onBack: () => void;
};

export function SaveForm({ form: draft, submit, onSave, onBack }: SaveProps) {
  const form = useDeskForm({ draft, values: { why: '' }, send: ({ why }) => onSave(why) });
  return (
    <Form form={form} submit={submit} more={<Button text="Back to editing" onClick={onBack} />}>
      <LeaveGuard
        isUnsaved={form.formState.isSubmitting}
        warning="Your changes are still being saved. If you leave now, you won’t see whether it worked."
      />
      <AreaField label="Reason" name="why" hint="Kept with the version." />
    </Form>
  );
}

type VersionsProps = { readonly versions: readonly Version[]; readonly onOpen: (number: number) => void };

export function Versions({ versions, onOpen }: VersionsProps) {
  return (
    <Panel title="Versions">
      <PanelNote>All versions are kept; the newest one is live. Changes to the shop’s files appear here, too.</PanelNote>
      <Table label="All versions" cards heads={[{ name: 'Version', num: true }, 'Saved', 'By', 'Reason', 'Text']}>
        {versions.map((version, index) => (
          <tr key={version.number}>
            <td className={cell.num}>{version.number}</td>
            <td className={cell.least}>{formatMoment(version.at)}</td>
            <td>{getAuthor(version)}</td>
            <td className={cell.grow}>{version.why}</td>
            <td className={cell.least}>
              {index === 0 ? (
                'Current'
              ) : (
                <Button text="Open" look="link" aria-label={`Open version ${version.number}`} onClick={() => onOpen(version.number)} />
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
