// Horizontal bars with their values: a ranking, or the steps of a funnel.
import { Fragment } from 'react';
import styles from './bar-list.module.css';

export type Lane = {
  readonly name: string;
  readonly value: number;
  readonly valueText: string;
  /** Text beside the value, such as the share of the previous step. */
  readonly note?: string;
};

export function BarList({ lanes, label }: { readonly lanes: readonly Lane[]; readonly label: string }) {
  const most = Math.max(1, ...lanes.map(({ value }) => value));
  return (
    <div className={styles.lanes} role="img" aria-label={label}>
      {lanes.map(({ name, value, valueText, note }) => (
        <Fragment key={name}>
          <span className={styles.name}>{name}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect className={styles.room} width="100" height="10" />
            <rect className={styles.lane} width={(Math.max(0, value) / most) * 100} height="10" />
          </svg>
          <span className={styles.shown}>
            {valueText} {note ? <span className="soft">{note}</span> : null}
          </span>
        </Fragment>
      ))}
    </div>
  );
}
