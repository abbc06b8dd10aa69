// Where a brand kit is chosen and where one is saved: places of a fixed size, because what stands in them comes when the form is there already.
import { Later } from '../ui/later.tsx';
import css from './brief-kit-places.module.css';
import type { KitProps } from './brief-kits.tsx';

const loadChoice = () => import('./brief-kits.tsx').then(({ KitChoice }) => KitChoice);
const loadSave = () => import('./brief-kits.tsx').then(({ KitSave }) => KitSave);
/** An order needs no kit. */
const failed = () => undefined;

export const KitChoicePlace = (props: KitProps) => (
  <div className={css.choice}>
    <Later load={loadChoice} given={props} failed={failed} />
  </div>
);

export const KitSavePlace = (props: KitProps) => (
  <div className={css.save}>
    <Later load={loadSave} given={props} failed={failed} />
  </div>
);
