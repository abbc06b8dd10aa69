// Moves clients in from another system: files, columns, dry run, run, and earlier moves with undo and
// invitations.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MAX_MOVE_FILE_BYTES } from '#modules/moving/shapes-fields.ts';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { FileInput } from '../../shared/forms/file-input.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { MoveColumnForm, type MoveFiles } from './move-columns.tsx';
import { MoveReport, type MoveResult } from './move-report.tsx';
import { MoveRuns } from './move-runs.tsx';

/** How often the progress of a running move is fetched. */
const POLL_MS = 1_000;

export function MovingPage(): ReactNode {
  const query = useQuery({
    ...deskQuery('GET /api/moving'),
    refetchInterval: ({ state }) => (state.data?.some((run) => run.state === 'running') ? POLL_MS : false),
  });
  return (
    <>
      <PageHead title="Moving in" />
      <NewMove />
      <DeskQueryState query={query}>{(runs) => <MoveRuns runs={runs} />}</DeskQueryState>
    </>
  );
}

type Chosen = Parameters<typeof callDesk<'POST /api/moving/check'>>[1];

function NewMove() {
  const [id, setId] = useState(() => crypto.randomUUID());
  const [files, setFiles] = useState<MoveFiles>([]);
  const [checked, setChecked] = useState<{ readonly chosen: NonNullable<Chosen>; readonly result: MoveResult }>();
  const uploading = useMutation(DeskApiError);
  const running = useMutation(DeskApiError);
  const upload = (file: File) =>
    uploading.run(async () => {
      setChecked(undefined);
      if (file.size > MAX_MOVE_FILE_BYTES) throw new DeskApiError(413, { '': ['The file is larger than 20 MB.'] });
      setFiles(await callDesk('POST /api/moving/upload', { id, name: file.name }, { file }));
    });
  const run = (chosen: NonNullable<Chosen>) =>
    running.run(async () => {
      await callDesk('POST /api/moving/run', chosen);
      await refetchCall('GET /api/moving');
      setId(crypto.randomUUID());
      setFiles([]);
      setChecked(undefined);
    });
  return (
    <>
      <Panel title="Files" beside={<FileInput label="Add files" accept=".csv,.pdf" multiple onFile={upload} />}>
        <PanelNote>
          clients.csv, orders.csv, invoices.csv, balances.csv, subscriptions.csv and tickets.csv, and the PDFs of invoices. Nothing is
          emailed or charged.
        </PanelNote>
        {uploading.failure ? <p role="alert">{uploading.failure.message}</p> : null}
        {uploading.busy ? <p role="status">Uploading…</p> : null}
      </Panel>
      {files.length > 0 ? (
        <MoveColumnForm
          key={files.map(({ name, bytes }) => `${name} ${bytes}`).join()}
          id={id}
          files={files}
          onChange={() => setChecked(undefined)}
          onChecked={(chosen, result) => setChecked({ chosen, result })}
        />
      ) : null}
      {checked ? (
        <Panel title="What the move would do">
          <MoveReport result={checked.result} isDone={false} />
          {running.failure ? <p role="alert">{running.failure.message}</p> : null}
          {checked.result.errors.length === 0 ? (
            <p>
              <Button text="Move in" look="main" busy={running.busy} onClick={() => void run(checked.chosen)} />
            </p>
          ) : null}
        </Panel>
      ) : null}
    </>
  );
}
