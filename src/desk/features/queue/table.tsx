// The table of the queue: one row per piece.
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useRef } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { QueueRow } from '#modules/fulfilment/desk/shapes.ts';
import { useMe } from '../../shared/api/me.ts';
import { cell } from '../../shared/layout/table.tsx';
import { Due } from '../../shared/values/due.tsx';
import { AwayBadge, WorkBadge } from '../../shared/values/stage.tsx';
import { type DeskLabels, formatPieceNumber, useDeskLabels } from '../../shared/values/words.ts';
import styles from './windowed-table.module.css';
import { Windowed } from './windowed-table.tsx';

type Props = {
  readonly inAddress: string;
  readonly total: number;
  /** Undefined: not loaded yet. */
  readonly rowAt: (place: number) => QueueRow | undefined;
  readonly onSight: (first: number) => void;
  readonly now: number;
  readonly chosen: number;
  readonly marked: ReadonlySet<string>;
  readonly here: ReadonlyMap<string, string>;
  readonly onChoose: (place: number) => void;
  readonly onMark: (id: string) => void;
};

const COLUMNS = 8;

export function QueueTable({ inAddress, total, rowAt, onSight, now, chosen, marked, here, onChoose, onMark }: Props) {
  const words = useDeskLabels();
  const me = useMe();
  const heads = (
    <tr>
      <th>
        <span className="unseen">Select</span>
      </th>
      <th scope="col">Order</th>
      <th scope="col">Service</th>
      <th scope="col">Customer</th>
      <th scope="col">Due</th>
      <th scope="col">Status</th>
      <th scope="col">Maker</th>
      <th scope="col" className={cell.num}>
        Paid
      </th>
    </tr>
  );
  return (
    <Windowed key={inAddress} label="Queue" heads={heads} columns={COLUMNS} {...{ total, chosen, rowAt, onSight }}>
      {(row, index) => (
        <Row
          key={row.id}
          {...{ row, index, now, words }}
          isChosen={index === chosen}
          isMarked={marked.has(row.id)}
          here={here.get(row.id)}
          isMine={row.maker?.id === me.id}
          onChoose={onChoose}
          onMark={onMark}
        />
      )}
    </Windowed>
  );
}

type QueueRowProps = Pick<Props, 'now' | 'onChoose' | 'onMark'> & {
  readonly row: QueueRow;
  readonly index: number;
  readonly words: DeskLabels;
  readonly isChosen: boolean;
  readonly isMarked: boolean;
  readonly here: string | undefined;
  readonly isMine: boolean;
};

/** Scrolling draws the table again, but only its new rows. */
const Row = memo(({ row, index, now, words, isChosen, isMarked, here, isMine, onChoose, onMark }: QueueRowProps) => {
  const own = useRef<HTMLTableRowElement>(null);
  // Focus follows the selected row, unless the operator uses another element.
  useEffect(() => {
    const [shown, at] = [own.current, document.activeElement];
    const isFree = at === document.body || at?.id === 'work' || shown?.closest('table')?.contains(at);
    if (isChosen && isFree && !shown?.contains(at)) shown?.querySelector('a')?.focus({ preventScroll: true });
  }, [isChosen]);
  return (
    <tr ref={own} aria-rowindex={index + 2} aria-selected={isChosen} onClick={() => onChoose(index)}>
      <td>
        <label className={styles.mark}>
          <input type="checkbox" aria-label={`Select ${row.number}`} checked={isMarked} onChange={() => onMark(row.id)} />
        </label>
      </td>
      <td>
        <Link to="/queue/$id" params={{ id: row.id }}>
          {formatPieceNumber(row)}
        </Link>
      </td>
      <td>
        <span className={styles.service}>
          {words.offer(row)}
          {row.platform === null ? null : <span className="soft"> · {words.platform(row.platform)}</span>}
          {row.language ? <span className="soft"> · {row.language.toUpperCase()}</span> : null}
          {row.isRequest ? <span className="soft"> · plan</span> : null}
        </span>
      </td>
      <td>{row.customer}</td>
      <td>
        <Due piece={row} now={now} />
      </td>
      <td>
        <WorkBadge piece={row} /> {row.askedAt ? <span title="The customer wrote">✉</span> : null}{' '}
        {row.makerError ? <span title={row.makerError}>⚠ Program failed</span> : null}
      </td>
      <td>
        <AwayBadge piece={row} isShort /> {isMine ? 'You' : (row.maker?.name ?? <span className="soft">—</span>)}
        {here ? <span className="soft"> (open: {here})</span> : null}
      </td>
      <td className={cell.num}>
        {row.share === null || row.currency === null ? '' : showMoney({ amount: row.share, currency: row.currency }, 'en')}
      </td>
    </tr>
  );
});
