// The newest imports, each with its undo.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ImportList, UndoneImport } from '../../../modules/desk/imports/shapes.ts';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import button from '../../../ui/styles/button.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { LineOf, Lines, Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';

type ImportRow = ImportList[number];

export function ImportHistory() {
  const query = useQuery(deskQuery('GET /api/customers/imports'));
  const [undoing, setUndoing] = useState<ImportRow>();
  const [undone, setUndone] = useState<UndoneImport>();
  return (
    <Panel title="Earlier imports">
      {undone ? <Undone undone={undone} /> : null}
      <DeskQueryState of={query}>{(imports) => <ImportTable imports={imports} onUndo={setUndoing} />}</DeskQueryState>
      {undoing ? (
        <DeskDialog title={`Undo the import of ${undoing.fileName}`} harmless onClose={() => setUndoing(undefined)}>
          <UndoForm
            id={undoing.id}
            onDone={(result) => {
              setUndoing(undefined);
              setUndone(result);
            }}
          />
        </DeskDialog>
      ) : null}
    </Panel>
  );
}

function ImportTable({ imports, onUndo }: { readonly imports: ImportList; readonly onUndo: (row: ImportRow) => void }) {
  if (imports.length === 0) return <PanelNote>None yet.</PanelNote>;
  return (
    <Table label="Imported files" cards heads={['File', 'Date', 'By', 'Result', 'Actions']}>
      {imports.map((row) => (
        <tr key={row.id}>
          <td className={cell.grow}>{row.fileName}</td>
          <td className={cell.least}>
            <Moment at={row.createdAt} />
          </td>
          <td className={cell.least}>{row.operator}</td>
          <td className={cell.grow}>
            {row.created} created, {row.skipped} skipped, {row.refused} refused
          </td>
          <td className={cell.least}>
            {row.undoneAt ? (
              `Undone, ${row.removed} removed`
            ) : row.created > 0 ? (
              <button className={button.link} type="button" onClick={() => onUndo(row)}>
                Undo
              </button>
            ) : null}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function UndoForm({ id, onDone }: { readonly id: string; readonly onDone: (undone: UndoneImport) => void }) {
  const sending = useMutation(DeskApiError);
  const send = async () => {
    const result = await callDesk('POST /api/customers/import/undo', { id });
    onDone(result);
    await refetchCall('GET /api/customers/imports');
  };
  return (
    <Form sending={sending} onSend={send} submit="Undo import" danger>
      <p>
        Removes the accounts that this import created, with their notes and tags. Accounts stay if they have a password, an order, a
        balance, a ticket or a newer note.
      </p>
    </Form>
  );
}

function Undone({ undone: { removed, kept } }: { readonly undone: UndoneImport }) {
  return (
    <div role="status">
      <p>
        {removed.toLocaleString('en')} {removed === 1 ? 'account was' : 'accounts were'} removed.
        {kept.length > 0 ? ` ${kept.length.toLocaleString('en')} ${kept.length === 1 ? 'stays' : 'stay'}:` : ''}
      </p>
      <Lines>
        {kept.map(({ id, name, email, reason }) => (
          <LineOf key={id}>
            <span>
              <Link to="/customers/$id" params={{ id }}>
                {name || email}
              </Link>{' '}
              <span className="soft">{reason}</span>
            </span>
          </LineOf>
        ))}
      </Lines>
    </div>
  );
}
