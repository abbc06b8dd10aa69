// What is to be done, the most urgent first. Filters live in the address, keys do what the buttons do, and nobody's list is old for long.
import { useMemo, useRef, useState } from 'react';
import type { DeskQueue } from '../../../rooms/desk/shapes-work.ts';
import type { QueueRow } from '../../../rooms/fulfilment/shapes-desk.ts';
import button from '../../../web/ui/button.module.css';
import { Empty } from '../../../web/ui/empty.tsx';
import { ask } from '../ask.ts';
import { useAsked } from '../kept.ts';
import { useMay, useMe } from '../me.ts';
import { Answer } from '../parts/answer.tsx';
import bar from '../parts/bar.module.css';
import { useSending } from '../parts/form.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { QueueBulk } from '../parts/queue-bulk.tsx';
import { QueueFilters, queueFilter } from '../parts/queue-filters.tsx';
import { QueueTable } from '../parts/queue-table.tsx';
import { Tiles } from '../parts/tiles.tsx';
import { useKeys } from '../use-keys.ts';
import { useNow } from '../use-now.ts';
import { go, usePlace } from '../way.tsx';

export function Page() {
  const { searchParams } = usePlace();
  const filter = queueFilter(searchParams);
  const asked = useAsked('GET /api/queue', filter);
  return (
    <>
      <PageHead title="Queue">
        <p className={bar.keys}>
          <span>
            Next <kbd>J</kbd>
          </span>
          <span>
            Previous <kbd>K</kbd>
          </span>
          <span>
            Take <kbd>T</kbd>
          </span>
          <span>
            Deliver <kbd>D</kbd>
          </span>
          <span>
            Mark <kbd>X</kbd>
          </span>
          <span>
            Search <kbd>/</kbd>
          </span>
        </p>
      </PageHead>
      <Answer of={asked}>{(queue) => <Loaded queue={queue} onAgain={asked.again} isFiltered={Object.keys(filter).length > 0} />}</Answer>
    </>
  );
}

type LoadedProps = { readonly queue: DeskQueue; readonly onAgain: () => Promise<void>; readonly isFiltered: boolean };

function Loaded({ queue, onAgain, isFiltered }: LoadedProps) {
  const now = useNow();
  const me = useMe();
  const mayWork = useMay('queue.work');
  const sending = useSending();
  const search = useRef<HTMLInputElement>(null);
  const [chosenId, setChosenId] = useState<string>();
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const { rows } = queue;
  const chosen = rows.findIndex(({ id }) => id === chosenId);
  const here = useMemo(() => hereOf(queue, me.id), [queue, me.id]);
  const row = rows[chosen];
  const move = (by: number) => setChosenId(rows[Math.min(rows.length - 1, Math.max(0, chosen + by))]?.id);
  const open = (of: QueueRow | undefined, how = '') => of && go(`/queue/${of.id}${how}`);
  const takeThis = (of: QueueRow) =>
    sending.send(async () => {
      await ask('POST /api/queue/take', { pieceId: of.id });
      open(of);
    });
  const takeNext = () =>
    sending.send(async () => {
      const { pieceId } = await ask('POST /api/queue/take-next', {});
      go(`/queue/${pieceId}`);
    });
  useKeys({
    j: () => move(1),
    k: () => move(chosen < 0 ? 1 : -1),
    Enter: () => open(row),
    t: () => void (mayWork && (row ? takeThis(row) : takeNext())),
    d: () => open(row, '?deliver'),
    x: () => row && setMarked(toggled(marked, row.id)),
    '/': () => search.current?.focus(),
  });
  return (
    <>
      <Tiles of={tilesOf(queue)} />
      <QueueFilters search={search}>
        {mayWork ? (
          <button className={button.main} type="button" aria-disabled={sending.busy} onClick={() => void takeNext()}>
            Take next
          </button>
        ) : null}
      </QueueFilters>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      <QueueBulk marked={marked} onClear={() => setMarked(new Set())} onDone={onAgain} />
      {rows.length === 0 ? (
        <Empty
          kind={isFiltered ? 'filtered' : 'empty'}
          title={isFiltered ? 'Nothing that is open fits' : 'Nothing is open. Everything is delivered.'}
        />
      ) : (
        <QueueTable {...{ rows, now, chosen, marked, here }} onChoose={setChosenId} onMark={(id) => setMarked(toggled(marked, id))} />
      )}
      {queue.more ? <p className="soft">There are more: narrow what you look for.</p> : null}
    </>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Who else has it open. */
function hereOf({ here }: DeskQueue, me: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { pieceId, id, name } of here) if (id !== me) names.set(pieceId, [names.get(pieceId), name].filter(Boolean).join(', '));
  return names;
}

function tilesOf({ counts, forecast }: DeskQueue) {
  const done = forecast.doneAt === null ? 'nothing was delivered lately' : `${forecast.perHour} an hour, over ${forecast.days} days`;
  return [
    {
      name: 'Due in 6 hours',
      value: counts.soon + counts.late,
      ...(counts.late > 0 ? { note: `${counts.late} late`, bad: true } : { note: 'none late' }),
    },
    { name: 'In work', value: counts.inWork + counts.revisionAsked, note: `of ${counts.open} open` },
    {
      name: 'Wait for customers',
      value: counts.waits,
      note: counts.early > 0 ? `${counts.early} may not begin yet` : 'their clocks stand',
    },
    { name: 'Late at this pace', value: forecast.late, note: done, bad: forecast.late > 0 },
  ];
}
