// Progress bar with a label; indeterminate without a value.
import css from './meter.module.css';

type Props = {
  readonly label: string;
  /** From 0 to 1; absent if unknown. */
  readonly done?: number;
};

export const Meter = ({ label, done }: Props) => (
  <progress className={css.meter} aria-label={label} {...(done === undefined ? {} : { value: done })} max={1} />
);
