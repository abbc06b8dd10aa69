// The steps of an import from a CSV file: choose it, map its columns, check it, import it. What is imported
// is a kind with its own calls and words.

import { type ReactNode, useState } from 'react';
import { MAX_IMPORT_BYTES } from '#modules/clients/imports/shapes-fields.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { DeskApiError } from '../../shared/api/client.ts';
import { FileInput } from '../../shared/forms/file-input.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { ColumnForm, type ColumnFormProps } from './column-form.tsx';
import { type OutcomeRow, OutcomeTable } from './outcome-table.tsx';

type Outcome = { readonly importId: string | null };

export type ImportKind<Chosen extends object, Result extends Outcome> = Pick<ColumnFormProps<Chosen>, 'groups' | 'options'> & {
  readonly title: string;
  /** Beside the title. */
  readonly beside?: ReactNode;
  readonly about: ReactNode;
  /** Chosen before the owner changes it, besides the columns. */
  readonly initial: Partial<Chosen>;
  readonly preview: (file: File) => Promise<Preview<Chosen>>;
  readonly check: (file: File, chosen: Chosen) => Promise<Result>;
  readonly run: (file: File, chosen: Chosen) => Promise<Result>;
  /** Of the button that imports; undefined if there is nothing to import. */
  readonly action: (result: Result) => string | undefined;
  readonly summary: (result: Result) => string;
  /** What a row is about, such as its address. */
  readonly subject: string;
  readonly rows: (result: Result) => readonly OutcomeRow[];
};
type Preview<Chosen> = ColumnFormProps<Chosen>['preview'] & { readonly rows: number };

const TOO_LARGE = 'The file is larger than 2 MB. Split it and import the parts.';

export function ImportSteps<Chosen extends object, Result extends Outcome>({ kind }: { readonly kind: ImportKind<Chosen, Result> }) {
  const [opened, setOpened] = useState<{ readonly file: File; readonly preview: Preview<Chosen> }>();
  const [checked, setChecked] = useState<{ readonly chosen: Chosen; readonly result: Result }>();
  const reading = useMutation(DeskApiError);
  const importing = useMutation(DeskApiError);
  const choose = (file: File) =>
    reading.run(async () => {
      setOpened(undefined);
      setChecked(undefined);
      if (file.size > MAX_IMPORT_BYTES) throw new DeskApiError(413, { file: [TOO_LARGE] });
      setOpened({ file, preview: await kind.preview(file) });
    });
  const check = async (file: File, chosen: Chosen) => {
    setChecked(undefined);
    setChecked({ chosen, result: await kind.check(file, chosen) });
  };
  const run = (file: File, chosen: Chosen) => importing.run(async () => setChecked({ chosen, result: await kind.run(file, chosen) }));
  const isDone = checked?.result.importId != null;
  const action = checked && !isDone ? kind.action(checked.result) : undefined;
  return (
    <>
      <PageHead title={kind.title}>{kind.beside}</PageHead>
      <Panel
        title="File"
        beside={<FileInput label={opened ? 'Choose another file' : 'Choose a CSV file'} accept=".csv,.tsv,.txt,text/csv" onFile={choose} />}
      >
        <PanelNote>{kind.about}</PanelNote>
        {reading.failure ? <p role="alert">{reading.failure.errors.file?.[0] ?? reading.failure.message}</p> : null}
        {opened ? (
          <p>
            {opened.file.name}: {opened.preview.rows.toLocaleString('en')} {opened.preview.rows === 1 ? 'row' : 'rows'}
          </p>
        ) : null}
      </Panel>
      {opened && !isDone ? (
        <Panel title="Columns">
          <ColumnForm
            key={opened.file.name + opened.file.lastModified}
            groups={kind.groups}
            options={kind.options}
            preview={opened.preview}
            initial={{ ...opened.preview.columns, ...kind.initial } as Chosen}
            onChange={() => setChecked(undefined)}
            onCheck={(chosen) => check(opened.file, chosen)}
          />
        </Panel>
      ) : null}
      {opened && checked ? (
        <Panel title={isDone ? 'Imported' : 'What the import would do'}>
          <p>{kind.summary(checked.result)}</p>
          {importing.failure ? <p role="alert">{importing.failure.message}</p> : null}
          {action ? (
            <p>
              <Button text={action} look="main" busy={importing.busy} onClick={() => void run(opened.file, checked.chosen)} />
            </p>
          ) : null}
          <OutcomeTable subject={kind.subject} rows={kind.rows(checked.result)} isDone={isDone} />
        </Panel>
      ) : null}
    </>
  );
}
