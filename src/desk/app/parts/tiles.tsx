// A few figures at the top of a page, each with its name.
import type { ReactNode } from 'react';
import styles from './tiles.module.css';

export type Tile = { readonly name: string; readonly value: string; readonly note?: ReactNode };

export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ name, value, note }) => (
        <div key={name} className={styles.tile}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {note ? <small>{note}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
