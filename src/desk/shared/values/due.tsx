// Progress of a piece's clock, as a bar with a text.
import { toSeconds } from '#lib/time/turnaround.ts';
import type { QueueRow } from '#modules/fulfilment/desk/shapes.ts';
import badge from '#ui/styles/badge.module.css';
import styles from './due.module.css';
import { clockWords, formatDue } from './words.ts';

type Props = { readonly piece: Pick<QueueRow, 'clock' | 'dueAt' | 'turnaround'>; readonly now: number };

export function Due({ piece: { clock, dueAt, turnaround }, now }: Props) {
  if (clock === 'done') return null;
  if (clock === 'review') return <span className={badge.wait}>{clockWords.review}</span>;
  if (dueAt === null || clock === 'waits' || clock === 'early') return <span className="soft">{clockWords[clock]}</span>;
  const elapsedShare = Math.min(1, Math.max(0, 1 - (Date.parse(dueAt) - now) / (toSeconds(turnaround) * 1_000)));
  const state = elapsedShare >= 1 ? 'late' : clock;
  return (
    <span className={styles.due}>
      <progress className={styles[state]} value={Math.round(elapsedShare * 100)} max={100} aria-hidden="true" />
      <time dateTime={dueAt} className={state === 'late' ? styles.lateText : undefined}>
        {formatDue(dueAt, now)}
      </time>
    </span>
  );
}
