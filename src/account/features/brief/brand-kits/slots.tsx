// Reserves fixed space for the brand kit controls, which load after the form. An order does not need them.
import type { ReactNode } from 'react';
import type { Offer } from '#modules/catalogue/shapes.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import type { KitProps } from './picker.tsx';
import css from './slots.module.css';

const KitChoice = createLazyPart(() => import('./picker.tsx').then(({ KitChoice }) => KitChoice));
const KitSave = createLazyPart(() => import('./picker.tsx').then(({ KitSave }) => KitSave));

/** A kit is named after the brand. A shop that does not ask for it has none. */
export const hasBrand = ({ fields }: Pick<Offer, 'fields'>): boolean => fields.some(({ name }) => name === 'brandName');

/** `children`: the answers that a kit has given. */
export const KitChoicePlace = ({ children, ...props }: KitProps & { readonly children?: ReactNode }) =>
  hasBrand(props.offer) ? (
    <div className={css.choice} data-known={children ? '' : undefined}>
      <KitChoice {...props} />
      {children}
    </div>
  ) : null;

export const KitSavePlace = (props: KitProps) =>
  hasBrand(props.offer) ? (
    <div className={css.save}>
      <KitSave {...props} />
    </div>
  ) : null;
