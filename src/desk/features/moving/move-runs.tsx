// Earlier moves: progress, report, undo, and invitations in waves.
import { type ReactNode, useState } from 'react';
import type { MoveList } from '#modules/moving/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { callDesk } from '../../shared/api/client.ts';
import { refetchCall } from '../../shared/api/queries.ts';
import { WholeField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatCounts, MoveReport, type MoveResult } from './move-report.tsx';

type Run = MoveList[number];
const INVITATIONS_PER_WAVE = 50;
const titles = { report: 'Report of the move', undo: 'Undo the move', invite: 'Invite customers' } as const;

export function MoveRuns({ runs }: { readonly runs: MoveList }) {
  const [opened, setOpened] = useState<{ readonly run: Run; readonly act: keyof typeof titles }>();
  const [undone, setUndone] = useState<MoveResult>();
  const close = () => setOpened(undefined);
  return (
    <Panel title="Earlier moves">
      {undone ? (
        <div role="status">
          <p>Removed {formatCounts(undone.counts)}.</p>
          {undone.warnings.map(({ warning }) => (
            <p key={warning}>{warning}</p>
          ))}
        </div>
      ) : null}
      {runs.length === 0 ? <PanelNote>None yet.</PanelNote> : <RunTable runs={runs} onOpen={setOpened} />}
      {opened ? (
        <DeskDialog title={titles[opened.act]} harmless onClose={close}>
          {opened.act === 'report' ? <MoveReport result={opened.run} isDone={opened.run.state === 'done'} /> : null}
          {opened.act === 'undo' ? (
            <UndoForm
              id={opened.run.id}
              onDone={(result) => {
                setUndone(result);
                close();
              }}
            />
          ) : null}
          {opened.act === 'invite' ? <InviteForm run={opened.run} onDone={close} /> : null}
        </DeskDialog>
      ) : null}
    </Panel>
  );
}

function describeRun({ state, written, counts, undoneAt }: Run): ReactNode {
  if (state === 'running') return `Running: ${written.toLocaleString('en')} rows`;
  if (state === 'failed') return 'Refused: nothing was brought';
  return state === 'undone' ? <>Undone on {formatMoment(undoneAt, 'day')}</> : formatCounts(counts);
}

type TableProps = { readonly runs: MoveList; readonly onOpen: (opened: { run: Run; act: keyof typeof titles }) => void };

const RunTable = ({ runs, onOpen }: TableProps) => (
  <Table label="Moves" cards heads={['Date', 'By', 'Result', 'Invited', 'Actions']}>
    {runs.map((run) => (
      <tr key={run.id}>
        <td className={cell.least}>{formatMoment(run.createdAt)}</td>
        <td className={cell.least}>{run.operator ?? 'The command'}</td>
        <td className={cell.grow}>{describeRun(run)}</td>
        <td className={cell.least}>{run.state === 'done' ? `${run.invited} of ${run.invited + run.uninvited}` : ''}</td>
        <td className={cell.least}>
          <Button text="Report" look="link" onClick={() => onOpen({ run, act: 'report' })} />{' '}
          {run.state === 'done' && run.uninvited > 0 ? (
            <Button text="Invite" look="link" onClick={() => onOpen({ run, act: 'invite' })} />
          ) : null}{' '}
          {run.state === 'done' ? <Button text="Undo" look="link" onClick={() => onOpen({ run, act: 'undo' })} /> : null}
        </td>
      </tr>
    ))}
  </Table>
);

function UndoForm({ id, onDone }: { readonly id: string; readonly onDone: (result: MoveResult) => void }) {
  const send = async () => {
    const result = await callDesk('POST /api/moving/undo', { id });
    await refetchCall('GET /api/moving');
    onDone(result);
  };
  return (
    <Form form={useDeskForm({ values: {}, send })} submit="Undo move" danger>
      <p>
        Deletes the history, takes balances back and removes the customers who have done nothing since. It’s refused once a balance was
        spent.
      </p>
    </Form>
  );
}

function InviteForm({ run, onDone }: { readonly run: Run; readonly onDone: () => void }) {
  const send = async ({ count }: { readonly count: number }) => {
    await callDesk('POST /api/moving/invite', { id: run.id, count });
    await refetchCall('GET /api/moving');
    onDone();
  };
  return (
    <Form form={useDeskForm({ values: { count: Math.min(INVITATIONS_PER_WAVE, run.uninvited) }, send })} submit="Send invitations">
      <p>Each customer gets one email about the account here, those who came first before the others.</p>
      <WholeField label={`How many of ${run.uninvited.toLocaleString('en')}`} name="count" />
    </Form>
  );
}
