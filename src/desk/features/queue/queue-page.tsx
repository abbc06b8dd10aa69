// The queue of open pieces, most urgent first, with filters in the address, keyboard shortcuts and live
// updates.

import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { DeskQueue, QueueRow } from '#modules/fulfilment/desk/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { useMediaQuery } from '#ui/hooks/use-media-query.ts';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { useMay, useMe } from '../../shared/api/me.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { useKeys } from '../../shared/browser/use-keys.ts';
import bar from '../../shared/forms/bar.module.css';
import { KeyHints } from '../../shared/layout/key-hints.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { Tiles } from '../../shared/layout/tiles.tsx';
import { stringifySearch } from '../../shared/routing/search.ts';
import { BulkActions } from './bulk-actions.tsx';
import { QueueFilters } from './filters.tsx';
import { queueQuery } from './queue-search.ts';
import { QueueTable } from './table.tsx';
import { QueueViews } from './views.tsx';

/** Distance between two loaded windows, so that the visible rows always come from one response. */
const WINDOW_STEP = 40;
const getWindowStart = (first: number): number => Math.max(0, Math.floor(first / WINDOW_STEP) - 1) * WINDOW_STEP;

export function QueuePage(): ReactNode {
  const filter = useSearch({ from: '/queue' });
  const inAddress = stringifySearch(filter);
  const [sight, setSight] = useState({ view: inAddress, from: 0 });
  const onSight = useCallback(
    (first: number) => {
      const from = getWindowStart(first);
      setSight((before) => (before.view === inAddress && before.from === from ? before : { view: inAddress, from }));
    },
    [inAddress],
  );
  const query = useQuery(queueQuery(filter, sight.view === inAddress ? sight.from : 0));
  return (
    <>
      <PageHead title="Queue">
        <QueueViews />
        <KeyHints keys={{ Next: 'J', Previous: 'K', Take: 'T', Deliver: 'D', Select: 'X', Search: '/' }} />
      </PageHead>
      <DeskQueryState query={query}>
        {(queue) => <Loaded {...{ queue, onSight, inAddress }} onAgain={query.refetch} isFiltered={Object.keys(filter).length > 0} />}
      </DeskQueryState>
    </>
  );
}

type LoadedProps = {
  readonly queue: DeskQueue;
  readonly onSight: (first: number) => void;
  readonly inAddress: string;
  readonly onAgain: () => Promise<unknown>;
  readonly isFiltered: boolean;
};

function Loaded({ queue, onSight, inAddress, onAgain, isFiltered }: LoadedProps) {
  const now = useNow();
  const me = useMe();
  const mayWork = useMay('queue.work');
  const sending = useMutation(DeskApiError);
  const search = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState<Choice>();
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const { from, total } = queue;
  const chosen = choice?.view === inAddress ? findPlace(choice, queue) : -1;
  const here = useMemo(() => listViewers(queue, me.id), [queue, me.id]);
  const rowAt = (place: number): QueueRow | undefined => queue.rows[place - from];
  const row = rowAt(chosen);
  // The row was selected before it was loaded: from now on the selection follows its piece.
  if (row && choice?.id === undefined) setChoice({ view: inAddress, place: chosen, id: row.id });
  const choose = (place: number) => setChoice({ view: inAddress, place, id: rowAt(place)?.id });
  const move = (by: number) => total > 0 && choose(Math.min(total - 1, Math.max(0, chosen + by)));
  const navigate = useNavigate();
  const open = (row: QueueRow | undefined, search: { readonly deliver?: true } = {}) =>
    row && void navigate({ to: '/queue/$id', params: { id: row.id }, search });
  const takeThis = (row: QueueRow) =>
    sending.run(async () => {
      await callDesk('POST /api/queue/take', { pieceId: row.id });
      open(row);
    });
  const takeNext = () =>
    sending.run(async () => {
      const { pieceId } = await callDesk('POST /api/queue/take-next', {});
      void navigate({ to: '/queue/$id', params: { id: pieceId } });
    });
  useKeys({
    j: () => move(1),
    k: () => move(chosen < 0 ? 1 : -1),
    Enter: () => open(row),
    t: () => void (mayWork && (row ? takeThis(row) : chosen < 0 && takeNext())),
    d: () => open(row, { deliver: true }),
    x: () => row && setMarked(toggle(marked, row.id)),
    '/': () => search.current?.focus(),
  });
  return (
    <>
      <Overview queue={queue} />
      <QueueFilters search={search}>
        {mayWork ? <Button text="Take next" look="main" className={bar.thumb} busy={sending.busy} onClick={() => void takeNext()} /> : null}
      </QueueFilters>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      <BulkActions marked={marked} onClear={() => setMarked(new Set())} onDone={onAgain} />
      {total === 0 ? (
        <Empty
          kind={isFiltered ? 'filtered' : 'empty'}
          title={isFiltered ? 'No open piece matches' : 'No open pieces. Everything is delivered.'}
        />
      ) : (
        <QueueTable
          {...{ inAddress, total, rowAt, onSight, now, chosen, marked, here }}
          onChoose={choose}
          onMark={(id) => setMarked(toggle(marked, id))}
        />
      )}
    </>
  );
}

/** `id` is undefined until the row is loaded. A new filter clears the selection. */
type Choice = { readonly view: string; readonly place: number; readonly id: string | undefined };

/** Its current index; -1 if it is not in the loaded rows. */
function findPlace(choice: Choice, { rows, from, total }: DeskQueue): number {
  const found = choice.id === undefined ? -1 : rows.findIndex(({ id }) => id === choice.id);
  if (found >= 0) return from + found;
  const isInSight = choice.place >= from && choice.place < from + rows.length;
  return choice.place >= total || (isInSight && choice.id !== undefined) ? -1 : choice.place;
}

function toggle(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Other operators who have it open. */
function listViewers({ here }: DeskQueue, me: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { pieceId, id, name } of here) if (id !== me) names.set(pieceId, [names.get(pieceId), name].filter(Boolean).join(', '));
  return names;
}

/** Tiles; on a phone one line, because the list is what counts there. */
function Overview({ queue }: { readonly queue: DeskQueue }) {
  const isPhone = useMediaQuery('(max-width: 40rem)');
  if (!isPhone) return <Tiles tiles={toTiles(queue)} />;
  const { late, soon, open } = queue.counts;
  return (
    <p className={bar.summary}>
      {late > 0 ? <strong>{late} late</strong> : 'None late'} · {soon + late} due in 6 hours · {open} open
    </p>
  );
}

function toTiles({ counts, forecast }: DeskQueue) {
  const done =
    forecast.perHour === 0
      ? forecast.late > 0
        ? 'late already'
        : 'not enough deliveries yet'
      : `${forecast.perHour} per hour over ${forecast.days} days`;
  return [
    {
      name: 'Due in 6 hours',
      value: counts.soon + counts.late,
      ...(counts.late > 0 ? { note: `${counts.late} late`, bad: true } : { note: 'none late' }),
    },
    { name: 'In progress', value: counts.inWork + counts.inReview + counts.revisionAsked, note: `of ${counts.open} open` },
    {
      name: 'Waiting for customers',
      value: counts.waits,
      note: counts.early > 0 ? `${counts.early} not started yet` : 'paused',
    },
    { name: 'Expected late', value: forecast.late, note: done, bad: forecast.late > 0 },
  ];
}
