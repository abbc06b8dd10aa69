// How far something is, or that it is on its way: the browser's own progress, with its name.
import css from './meter.module.css';

type Props = {
  readonly label: string;
  /** From 0 to 1; absent where nobody knows. */
  readonly done?: number;
};

export const Meter = ({ label, done }: Props) => (
  <progress className={css.meter} aria-label={label} {...(done === undefined ? {} : { value: done })} max={1} />
);
