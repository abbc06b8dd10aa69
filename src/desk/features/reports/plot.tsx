// Bars or a line over days, as SVG. The values are in the table of figure.tsx, so one sentence describes the
// chart.
import styles from './plot.module.css';

export type Point = { readonly name: string /** Undefined: there was nothing to measure. */; readonly value: number | undefined };

type Props = {
  readonly as: 'bars' | 'line';
  readonly points: readonly Point[];
  /** Text alternative, one sentence. */
  readonly label: string;
  readonly show: (value: number) => string;
  /** End of the scale; absent: the maximum. */
  readonly top?: number;
};

const HEIGHT = 100;
const WIDTH = 1_000;
/** Share of a bar's slot. */
const GAP_SHARE = 0.22;

export function Plot({ as, points, label, show, top }: Props) {
  const values = points.map(({ value }) => value ?? 0);
  const isEmpty = points.every(({ value }) => value === undefined || (as === 'bars' && value === 0));
  if (isEmpty) return <NoFigures>Nothing in this period.</NoFigures>;
  const most = Math.max(top ?? 0, 1, ...values);
  const least = Math.min(0, ...values);
  const toHeight = (value: number): number => (value / (most - least)) * HEIGHT;
  const zero = toHeight(most);
  return (
    <div className={styles.plot}>
      <span className={styles.scale}>{show(most)}</span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <line className={styles.ground} x1="0" x2={WIDTH} y1={zero} y2={zero} />
        {as === 'bars' ? (
          <Bars points={points} zero={zero} toHeight={toHeight} show={show} />
        ) : (
          <Line points={points} zero={zero} toHeight={toHeight} />
        )}
      </svg>
      {least < 0 ? <span className={styles.scale}>{show(least)}</span> : null}
      <p className={styles.times} aria-hidden="true">
        <span>{points[0]?.name}</span>
        <span>{points.length > 2 ? points[Math.floor(points.length / 2)]?.name : ''}</span>
        <span>{points.length > 1 ? points.at(-1)?.name : ''}</span>
      </p>
    </div>
  );
}

/** In place of a chart or a table without figures. */
export const NoFigures = ({ children }: { readonly children: string }) => <p className={styles.none}>{children}</p>;

type Drawn = { readonly points: readonly Point[]; readonly zero: number; readonly toHeight: (value: number) => number };

function Bars({ points, zero, toHeight, show }: Drawn & { readonly show: Props['show'] }) {
  const slot = WIDTH / points.length;
  return points.map(({ name, value = 0 }, index) => (
    <rect
      key={name}
      className={value < 0 ? styles.below : styles.bar}
      x={index * slot + (slot * GAP_SHARE) / 2}
      width={slot * (1 - GAP_SHARE)}
      y={value < 0 ? zero : zero - toHeight(value)}
      height={Math.abs(toHeight(value))}
    >
      <title>{`${name}: ${show(value)}`}</title>
    </rect>
  ));
}

/** Days without a value are skipped; the line connects the others. */
function Line({ points, zero, toHeight }: Drawn) {
  const slot = WIDTH / points.length;
  const path = points
    .flatMap(({ value }, index) => (value === undefined ? [] : [`${(index + 0.5) * slot} ${zero - toHeight(value)}`]))
    .map((at, index) => `${index === 0 ? 'M' : 'L'}${at}`)
    .join('');
  if (path === '') return null;
  // A single day is a line of length zero, visible by its round caps.
  return <path className={styles.line} d={path.includes('L') ? path : `${path}h0.01`} />;
}
