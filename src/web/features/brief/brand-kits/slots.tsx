// Reserves fixed space for the brand kit controls, which load after the form.
import { LazyPart } from '../../../../ui/display/lazy.tsx';
import type { KitProps } from './picker.tsx';
import css from './slots.module.css';

const loadChoice = () => import('./picker.tsx').then(({ KitChoice }) => KitChoice);
const loadSave = () => import('./picker.tsx').then(({ KitSave }) => KitSave);
/** An order does not need a brand kit. */
const failed = () => undefined;

export const KitChoicePlace = (props: KitProps) => (
  <div className={css.choice}>
    <LazyPart load={loadChoice} props={props} failed={failed} />
  </div>
);

export const KitSavePlace = (props: KitProps) => (
  <div className={css.save}>
    <LazyPart load={loadSave} props={props} failed={failed} />
  </div>
);
