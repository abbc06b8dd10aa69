// Imports customers from a CSV file: choose it, map its columns, check it, import it. Earlier imports are listed with their undo.
import { type ReactNode, useState } from 'react';
import type { ImportOutcome, ImportPreview } from '../../../modules/desk/imports/shapes.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '../../../modules/desk/imports/shapes-fields.ts';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import button from '../../../ui/styles/button.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { refetchCall } from '../../shared/api/queries.ts';
import { FileInput } from '../../shared/forms/file-input.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { type ChosenColumns, ColumnForm } from './column-form.tsx';
import { ImportHistory } from './import-history.tsx';
import { OutcomeTable, summaryOf } from './outcome-table.tsx';

type Chosen = { readonly file: File; readonly preview: ImportPreview };
type Checked = { readonly columns: ChosenColumns; readonly outcome: ImportOutcome };

const TOO_LARGE = 'The file is larger than 2 MB. Split it and import the parts.';

export function ImportsPage(): ReactNode {
  const [chosen, setChosen] = useState<Chosen>();
  const [checked, setChecked] = useState<Checked>();
  const reading = useMutation(DeskApiError);
  const importing = useMutation(DeskApiError);
  const choose = (file: File) =>
    reading.run(async () => {
      setChosen(undefined);
      setChecked(undefined);
      if (file.size > MAX_IMPORT_BYTES) throw new DeskApiError(413, { file: [TOO_LARGE] });
      setChosen({ file, preview: await callDesk('POST /api/customers/import/preview', { file: file.name }, { file }) });
    });
  const check = async (file: File, columns: ChosenColumns) => {
    setChecked(undefined);
    setChecked({ columns, outcome: await callDesk('POST /api/customers/import/check', { ...columns, file: file.name }, { file }) });
  };
  const run = (file: File, { columns }: Checked) =>
    importing.run(async () => {
      setChecked({ columns, outcome: await callDesk('POST /api/customers/import', { ...columns, file: file.name }, { file }) });
      await refetchCall('GET /api/customers/imports');
    });
  const count = checked?.outcome.rows.filter(({ outcome }) => outcome === 'create').length ?? 0;
  const isDone = checked?.outcome.importId != null;
  return (
    <>
      <PageHead title="Import customers" />
      <Panel
        title="File"
        beside={<FileInput label={chosen ? 'Choose another file' : 'Choose a CSV file'} accept=".csv,.tsv,.txt,text/csv" onFile={choose} />}
      >
        <PanelNote>
          One customer per row, at most {MAX_IMPORT_ROWS.toLocaleString('en')} rows and 2 MB. The first row names the columns. No email is
          sent: imported customers set a password through “Forgot password”.
        </PanelNote>
        {reading.failure ? <p role="alert">{reading.failure.errors.file?.[0] ?? reading.failure.message}</p> : null}
        {chosen ? (
          <p>
            {chosen.file.name}: {chosen.preview.rows.toLocaleString('en')} {chosen.preview.rows === 1 ? 'row' : 'rows'}
          </p>
        ) : null}
      </Panel>
      {chosen && !isDone ? (
        <Panel title="Columns">
          <ColumnForm
            key={chosen.file.name + chosen.file.lastModified}
            preview={chosen.preview}
            onChange={() => setChecked(undefined)}
            onCheck={(columns) => check(chosen.file, columns)}
          />
        </Panel>
      ) : null}
      {chosen && checked ? (
        <Panel title={isDone ? 'Imported' : 'What the import would do'}>
          <p>{summaryOf(checked.outcome)}</p>
          {importing.failure ? <p role="alert">{importing.failure.message}</p> : null}
          {isDone || count === 0 ? null : (
            <p>
              <button className={button.main} type="button" aria-disabled={importing.busy} onClick={() => void run(chosen.file, checked)}>
                Import {count.toLocaleString('en')} {count === 1 ? 'customer' : 'customers'}
              </button>
            </p>
          )}
          <OutcomeTable outcome={checked.outcome} />
        </Panel>
      ) : null}
      <ImportHistory />
    </>
  );
}
