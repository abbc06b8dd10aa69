// Reserves fixed space for the brand kit controls, which load after the form.
import type { Offer } from '#modules/catalogue/shapes.ts';
import { LazyPart } from '#ui/display/lazy.tsx';
import type { KitProps } from './picker.tsx';
import css from './slots.module.css';

const loadChoice = () => import('./picker.tsx').then(({ KitChoice }) => KitChoice);
const loadSave = () => import('./picker.tsx').then(({ KitSave }) => KitSave);
/** An order does not need a brand kit. */
const failed = () => undefined;

/** A kit is named after the brand. A shop that does not ask for it has none. */
export const hasBrand = ({ fields }: Pick<Offer, 'fields'>): boolean => fields.some(({ name }) => name === 'brandName');

export const KitChoicePlace = (props: KitProps) =>
  hasBrand(props.offer) ? (
    <div className={css.choice}>
      <LazyPart load={loadChoice} props={props} failed={failed} />
    </div>
  ) : null;

export const KitSavePlace = (props: KitProps) =>
  hasBrand(props.offer) ? (
    <div className={css.save}>
      <LazyPart load={loadSave} props={props} failed={failed} />
    </div>
  ) : null;
