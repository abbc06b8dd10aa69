// A long table of which only what is in sight is drawn: five thousand rows cost what fifty do. All rows are equally high.
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react';
import table from './table.module.css';
import styles from './windowed.module.css';

const ROW_REM = 3.25;
/** Beyond what is in sight, above and below. */
const SPARE = 12;

type Props<Row> = {
  readonly label: string;
  readonly heads: ReactNode;
  readonly columns: number;
  readonly rows: readonly Row[];
  /** Kept in sight. */
  readonly chosen: number;
  readonly children: (row: Row, index: number) => ReactNode;
};

export function Windowed<Row>({ label, heads, columns, rows, chosen, children }: Props<Row>) {
  const frame = useRef<HTMLElement>(null);
  const [from, setFrom] = useState(0);
  const [inSight, setInSight] = useState(40);
  const rowPx = ROW_REM * (typeof document === 'undefined' ? 16 : Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const look = (of: HTMLElement) => {
    setFrom(Math.max(0, Math.floor(of.scrollTop / rowPx) - SPARE));
    setInSight(Math.ceil(of.clientHeight / rowPx) + 2 * SPARE);
  };
  useEffect(() => {
    const shown = frame.current;
    if (!shown) return undefined;
    const observer = new ResizeObserver(() => look(shown));
    observer.observe(shown);
    return () => observer.disconnect();
  });
  useEffect(() => {
    const shown = frame.current;
    if (!shown || chosen < 0) return;
    const [top, bottom] = [chosen * rowPx, (chosen + 1) * rowPx];
    if (top < shown.scrollTop) shown.scrollTop = top;
    // The head of the table stands over the first row.
    else if (bottom > shown.scrollTop + shown.clientHeight - rowPx) shown.scrollTop = bottom - shown.clientHeight + rowPx;
  }, [chosen, rowPx]);
  const drawn = rows.slice(from, from + inSight);
  return (
    <section
      className={`${table.frame} ${styles.frame}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
      tabIndex={0}
      ref={frame}
      onScroll={(event: UIEvent<HTMLElement>) => look(event.currentTarget)}
    >
      <table className={`${table.table} ${styles.table}`} aria-rowcount={rows.length + 1}>
        <thead>{heads}</thead>
        <tbody>
          <Spacer columns={columns} rem={from * ROW_REM} />
          {drawn.map((row, index) => children(row, from + index))}
          <Spacer columns={columns} rem={Math.max(0, rows.length - from - drawn.length) * ROW_REM} />
        </tbody>
      </table>
    </section>
  );
}

const Spacer = ({ columns, rem }: { readonly columns: number; readonly rem: number }) =>
  rem > 0 ? (
    <tr className={styles.spacer}>
      <td colSpan={columns} style={{ height: `${rem}rem` }} />
    </tr>
  ) : null;
