// The newest imports, each with its undo.

import { type ReactNode, useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { Lines, Panel, PanelLine, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';

type ImportRow = {
  readonly id: string;
  readonly fileName: string;
  readonly operator: string;
  readonly createdAt: string;
  readonly undoneAt: string | null;
  /** "2 created, 1 refused". */
  readonly result: string;
  /** "Undone, 2 removed". */
  readonly undone: string;
  readonly mayUndo: boolean;
};

type Props = {
  readonly imports: readonly ImportRow[];
  /** What an undo does. */
  readonly about: string;
  readonly onUndo: (id: string) => Promise<UndoneReport>;
};
export type UndoneReport = {
  readonly sentence: string;
  readonly clients: readonly { readonly id: string; readonly link: ReactNode; readonly reason: string }[];
};

export function ImportHistory({ imports, about, onUndo }: Props) {
  const [undoing, setUndoing] = useState<ImportRow>();
  const [undone, setUndone] = useState<UndoneReport>();
  return (
    <Panel title="Earlier imports">
      {undone ? <Undone undone={undone} /> : null}
      <ImportTable imports={imports} onUndo={setUndoing} />
      {undoing ? (
        <DeskDialog title={`Undo the import of ${undoing.fileName}`} harmless onClose={() => setUndoing(undefined)}>
          <UndoForm
            about={about}
            onSend={async () => {
              setUndone(await onUndo(undoing.id));
              setUndoing(undefined);
            }}
          />
        </DeskDialog>
      ) : null}
    </Panel>
  );
}

function ImportTable({ imports, onUndo }: Pick<Props, 'imports'> & { readonly onUndo: (row: ImportRow) => void }) {
  if (imports.length === 0) return <PanelNote>None yet.</PanelNote>;
  return (
    <Table label="Imported files" cards heads={['File', 'Date', 'By', 'Result', 'Actions']}>
      {imports.map((row) => (
        <tr key={row.id}>
          <td className={cell.grow}>{row.fileName}</td>
          <td className={cell.least}>{formatMoment(row.createdAt)}</td>
          <td className={cell.least}>{row.operator}</td>
          <td className={cell.grow}>{row.result}</td>
          <td className={cell.least}>
            {row.undoneAt ? row.undone : row.mayUndo ? <Button text="Undo" look="link" onClick={() => onUndo(row)} /> : null}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function UndoForm({ about, onSend }: Pick<Props, 'about'> & { readonly onSend: () => Promise<unknown> }) {
  return (
    <Form form={useDeskForm({ values: {}, send: onSend })} submit="Undo import" danger>
      <p>{about}</p>
    </Form>
  );
}

function Undone({ undone: { sentence, clients } }: { readonly undone: UndoneReport }) {
  return (
    <div role="status">
      <p>
        {sentence}
        {clients.length > 0 ? ` ${clients.length.toLocaleString('en')} ${clients.length === 1 ? 'stays' : 'stay'}:` : ''}
      </p>
      <Lines>
        {clients.map(({ id, link, reason }) => (
          <PanelLine key={id}>
            <span>
              {link} <span className="soft">{reason}</span>
            </span>
          </PanelLine>
        ))}
      </Lines>
    </div>
  );
}
