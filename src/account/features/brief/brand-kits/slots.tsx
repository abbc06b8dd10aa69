// Reserves fixed space for the brand kit controls, which load after the form.
import type { ReactNode } from 'react';
import type { Offer } from '#modules/catalogue/shapes.ts';
import { LazyPart } from '#ui/display/lazy.tsx';
import type { FoldedQuestions } from '../brief-fold.tsx';
import type { KitProps } from './picker.tsx';
import css from './slots.module.css';

const loadChoice = () => import('./picker.tsx').then(({ KitChoice }) => KitChoice);
const loadSave = () => import('./picker.tsx').then(({ KitSave }) => KitSave);
const loadKnown = () => import('./picker.tsx').then(({ KnownBrand }) => KnownBrand);
/** An order does not need a brand kit. */
const failed = () => undefined;

/** A kit is named after the brand. A shop that does not ask for it has none. */
export const hasBrand = ({ fields }: Pick<Offer, 'fields'>): boolean => fields.some(({ name }) => name === 'brandName');

/** `children`: the answers that a kit has given. */
export const KitChoicePlace = ({ children, ...props }: KitProps & { readonly children?: ReactNode }) =>
  hasBrand(props.offer) ? (
    <div className={css.choice} data-known={children ? '' : undefined}>
      <LazyPart load={loadChoice} props={props} failed={failed} />
      {children}
    </div>
  ) : null;

export const KitSavePlace = (props: KitProps) =>
  hasBrand(props.offer) ? (
    <div className={css.save}>
      <LazyPart load={loadSave} props={props} failed={failed} />
    </div>
  ) : null;

/** If it cannot be shown, `forget` asks its questions again. */
export const KnownBrandPlace = ({ forget, ...props }: FoldedQuestions & { readonly forget: () => void }) => (
  <LazyPart load={loadKnown} props={props} failed={forget} />
);
