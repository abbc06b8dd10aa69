// Key figures side by side.
import type { ReactNode } from 'react';
import card from '#ui/styles/card.module.css';
import styles from './tiles.module.css';

export type Tile = { readonly name: string; readonly value: ReactNode; readonly note?: ReactNode; readonly bad?: boolean };

export const Tiles = ({ tiles }: { readonly tiles: readonly Tile[] }) => (
  <dl className={styles.tiles}>
    {tiles.map(({ name, value, note, bad = false }) => (
      <div key={name} className={`${card.card} ${styles.tile}`}>
        <dt>{name}</dt>
        <dd>
          <b>{typeof value === 'number' ? value.toLocaleString('en') : value}</b>
          {note ? <small className={bad ? styles.bad : undefined}>{note}</small> : null}
        </dd>
      </div>
    ))}
  </dl>
);
