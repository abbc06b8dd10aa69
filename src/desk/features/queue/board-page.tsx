// The board of a service: its open pieces by stage. A piece is moved by dragging, by its field, or with [
// and ].

import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { QueueRow } from '#modules/fulfilment/desk/shapes.ts';
import type { Board } from '#modules/fulfilment/desk/shapes-board.ts';
import { Empty } from '#ui/feedback/empty.tsx';
import { useNow } from '#ui/hooks/use-now.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { useKeys } from '../../shared/browser/use-keys.ts';
import { KeyHints } from '../../shared/layout/key-hints.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { LinkButton } from '../../shared/routing/link-button.tsx';
import { Due } from '../../shared/values/due.tsx';
import { StageSelect, stageBadges, useMayMove } from '../../shared/values/stage.tsx';
import { formatPieceNumber, useDeskLabels } from '../../shared/values/words.ts';
import css from './board.module.css';
import { QueueFilters } from './filters.tsx';
import { boardQuery } from './queue-search.ts';
import { useMovePiece } from './use-move-piece.ts';
import { QueueViews } from './views.tsx';

export function BoardPage(): ReactNode {
  const filter = useSearch({ from: '/queue/board' });
  const mayEdit = useMay('catalogue.edit');
  const offers = useQuery(deskQuery('GET /api/offers'));
  const staged = offers.data?.services.filter(({ stages }) => stages.length > 0);
  const service = filter.service === undefined ? staged?.[0] : staged?.find(({ serviceType }) => `${serviceType}` === filter.service);
  return (
    <>
      <PageHead title={service ? `Board: ${service.name}` : 'Board'}>
        <KeyHints keys={{ Next: 'J', Previous: 'K', Move: '[ ]' }} />
        <QueueViews />
      </PageHead>
      <QueueFilters isShort />
      <DeskQueryState query={offers}>
        {() =>
          service ? (
            <Loaded service={service.serviceType} />
          ) : (
            <Empty
              kind="empty"
              title={staged?.length === 0 ? 'No service has stages yet' : 'This service has no stages'}
              act={mayEdit ? <LinkButton to="/catalogue" text="Open the catalog" /> : null}
            >
              Stages are the steps of a service between payment and delivery, such as Recording, Editing and Final check.
            </Empty>
          )
        }
      </DeskQueryState>
    </>
  );
}

function Loaded({ service }: { readonly service: number }) {
  const filter = useSearch({ from: '/queue/board' });
  const query = useQuery(boardQuery(filter, service));
  return <DeskQueryState query={query}>{(board) => <Columns board={board} service={service} />}</DeskQueryState>;
}

function Columns({ board, service }: { readonly board: Board; readonly service: number }) {
  const filter = useSearch({ from: '/queue/board' });
  const stages = useDeskLabels().stages(service);
  const now = useNow();
  const mayMove = useMayMove();
  const { move, moved, failure } = useMovePiece(boardQuery(filter, service).queryKey);
  const frame = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<QueueRow>();
  const rows = board.flatMap((column) => column.rows);
  const unfocused = useRef<typeof moved>(undefined);
  const moveTo = (row: QueueRow, to: string) => {
    unfocused.current = { row, to };
    move(row, to);
  };
  // The card is drawn again in another list, so the focus has to follow it.
  useEffect(() => {
    const { row, to } = unfocused.current ?? {};
    if (!row || !board.some(({ id, rows }) => id === to && rows.some((each) => each.id === row.id))) return;
    frame.current?.querySelector<HTMLElement>(`[data-piece="${row.id}"]`)?.focus();
    unfocused.current = undefined;
  }, [board]);
  const findFocused = () => rows.findIndex(({ id }) => id === (document.activeElement as HTMLElement | null)?.dataset.piece);
  const step = (by: number) => {
    const links = frame.current?.querySelectorAll<HTMLElement>('[data-piece]');
    links?.[Math.min(links.length - 1, Math.max(0, findFocused() + by))]?.focus();
  };
  const moveBy = (by: number) => {
    const row = rows[findFocused()];
    const to = stages[stages.findIndex(({ id }) => id === row?.stage) + by];
    if (row && to?.mayMove && mayMove(row)) moveTo(row, to.id);
  };
  useKeys({ j: () => step(1), k: () => step(-1), '[': () => moveBy(-1), ']': () => moveBy(1) });
  return (
    <>
      {failure ? <p role="alert">{failure.message}</p> : null}
      <p role="status" className="unseen">
        {moved ? `${moved.row.number} is in ${stages.find(({ id }) => id === moved.to)?.name}.` : ''}
      </p>
      <div className={css.board} ref={frame}>
        {board.map(({ id, total, rows: cards }) => {
          const stage = stages.find((each) => each.id === id);
          const takes = dragged !== undefined && dragged.stage !== id && stage?.mayMove === true;
          return (
            <section
              key={id}
              className={takes ? `${css.column} ${css.takes}` : css.column}
              aria-label={stage?.name ?? id}
              onDragOver={(event) => takes && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (takes) moveTo(dragged, id);
                setDragged(undefined);
              }}
            >
              <h2>
                <span className={stageBadges[stage?.colour ?? 'grey']}>{stage?.name ?? id}</span> <span className="soft">{total}</span>
              </h2>
              <ul>
                {cards.map((row) => (
                  <Card key={row.id} {...{ row, now }} move={moveTo} mayMove={mayMove(row)} onDrag={setDragged} />
                ))}
              </ul>
              {total > cards.length ? (
                <Link to="/queue" search={{ ...filter, service: `${service}`, stage: id }}>
                  All {total}
                </Link>
              ) : null}
            </section>
          );
        })}
      </div>
    </>
  );
}

type CardProps = {
  readonly row: QueueRow;
  readonly now: number;
  readonly mayMove: boolean;
  readonly move: (row: QueueRow, to: string) => void;
  readonly onDrag: (row: QueueRow | undefined) => void;
};

function Card({ row, now, mayMove, move, onDrag }: CardProps) {
  const words = useDeskLabels();
  return (
    <li
      className={css.card}
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', row.number);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(row);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <p className={css.head}>
        <Link to="/queue/$id" params={{ id: row.id }} data-piece={row.id} draggable={false}>
          {formatPieceNumber(row)}
        </Link>
        {row.askedAt ? <span title="The customer wrote">✉</span> : null}
      </p>
      <p>{words.offer(row)}</p>
      <Due piece={row} now={now} />
      <p className="soft">
        {[row.customer, row.maker?.name ?? 'Unassigned', row.state === 'revisionAsked' ? 'Revision' : ''].filter(Boolean).join(' · ')}
      </p>
      {mayMove ? <StageSelect piece={row} onMove={(to) => move(row, to)} /> : null}
    </li>
  );
}
