// A long table that renders and loads only the visible rows. All rows have the same height.
import { type ReactNode, type UIEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useMediaQuery } from '#ui/hooks/use-media-query.ts';
import { useDensity } from '../../shared/browser/density.ts';
import table from '../../shared/layout/table.module.css';
import styles from './windowed-table.module.css';

/** As `--row` in desk.css, and the cards of phones in the styles beside. */
const ROW_REM = { comfortable: 3.25, compact: 2.35, card: 7 } as const;
const CARDS = '(max-width: 40rem)';
/** Extra rows above and below the visible ones. */
const SPARE_ROWS = 8;

type Props<Row> = {
  readonly label: string;
  readonly heads: ReactNode;
  readonly columns: number;
  readonly total: number;
  /** Undefined: not loaded yet. */
  readonly rowAt: (place: number) => Row | undefined;
  /** Called with the index of the first visible row. */
  readonly onSight: (first: number) => void;
  /** Scrolled into view. */
  readonly chosen: number;
  readonly children: (row: Row, index: number) => ReactNode;
};

export function Windowed<Row>({ label, heads, columns, total, rowAt, onSight, chosen, children }: Props<Row>) {
  const frame = useRef<HTMLElement>(null);
  const [from, setFrom] = useState(0);
  const [drawnRows, setDrawnRows] = useState(40);
  const density = useDensity();
  const isCards = useMediaQuery(CARDS);
  const rowRem = ROW_REM[isCards ? 'card' : density];
  const rowPx = useMemo(() => rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize), [rowRem]);
  const measure = useCallback(
    (element: HTMLElement) => {
      const first = Math.floor(element.scrollTop / rowPx);
      setFrom(Math.max(0, first - SPARE_ROWS));
      setDrawnRows(Math.ceil(element.clientHeight / rowPx) + 2 * SPARE_ROWS);
      onSight(first);
    },
    [rowPx, onSight],
  );
  useEffect(() => {
    const shown = frame.current;
    if (!shown) return undefined;
    const observer = new ResizeObserver(() => measure(shown));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [measure]);
  useEffect(() => {
    const shown = frame.current;
    if (!shown || chosen < 0) return;
    const [top, bottom] = [chosen * rowPx, (chosen + 1) * rowPx];
    if (top < shown.scrollTop) shown.scrollTop = top;
    // The sticky header covers the first row.
    else if (bottom > shown.scrollTop + shown.clientHeight - rowPx) shown.scrollTop = bottom - shown.clientHeight + rowPx;
  }, [chosen, rowPx]);
  const indexes = Array.from({ length: Math.max(0, Math.min(total - from, drawnRows)) }, (_, index) => from + index);
  return (
    <section
      className={`${table.frame} ${styles.frame}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
      tabIndex={0}
      ref={frame}
      onScroll={(event: UIEvent<HTMLElement>) => measure(event.currentTarget)}
    >
      <table className={`${table.table} ${styles.table}`} aria-rowcount={total + 1}>
        <thead>{heads}</thead>
        <tbody>
          <Spacer columns={columns} rem={from * rowRem} />
          {indexes.map((place) => {
            const row = rowAt(place);
            return row === undefined ? <LoadingRow key={place} {...{ columns, place }} /> : children(row, place);
          })}
          <Spacer columns={columns} rem={Math.max(0, total - from - indexes.length) * rowRem} />
        </tbody>
      </table>
    </section>
  );
}

const LoadingRow = ({ columns, place }: { readonly columns: number; readonly place: number }) => (
  <tr aria-rowindex={place + 2} aria-busy="true">
    <td colSpan={columns} />
  </tr>
);

const Spacer = ({ columns, rem }: { readonly columns: number; readonly rem: number }) =>
  rem > 0 ? (
    <tr className={styles.spacer}>
      <td colSpan={columns} style={{ height: `${rem}rem` }} />
    </tr>
  ) : null;
