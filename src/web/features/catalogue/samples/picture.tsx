// Pictures of sample posts, drawn from the picture direction. Decorative: the direction beside them says what they show.
import type { ReactNode } from 'react';
import type { SamplePicture } from '../../../../lib/rendering.ts';
import css from './picture.module.css';

const drawings: Readonly<Record<SamplePicture, ReactNode>> = {
  window: (
    <>
      <rect className={css.night} width="320" height="180" />
      <rect className={css.wall} x="60" y="30" width="200" height="150" />
      <rect className={css.light} x="84" y="66" width="104" height="74" rx="4" />
      <path className={css.wallLine} d="M136 66v74M84 103h104" />
      <rect className={css.light} x="208" y="84" width="32" height="96" />
      <path className={css.bread} d="M96 138a12 9 0 0 1 24 0zM148 138a12 9 0 0 1 24 0z" />
      <path className={css.wallLine} d="M72 50h176" />
    </>
  ),
  loaf: (
    <>
      <rect className={css.wood} width="320" height="180" />
      <path className={css.woodLine} d="M0 45h320M0 92h320M0 138h320" />
      <ellipse className={css.bread} cx="140" cy="92" rx="84" ry="54" />
      <path className={css.crust} d="M84 74q56-34 112 0M80 98q60-34 120 0" />
      <ellipse className={css.crumb} cx="236" cy="98" rx="26" ry="44" />
      <path className={css.crumbs} d="M262 148h.1M278 138h.1M250 156h.1M288 152h.1" />
    </>
  ),
  bench: (
    <>
      <rect className={css.morning} width="320" height="180" />
      <rect className={css.ground} y="132" width="320" height="48" />
      <path className={css.shadow} d="M24 180l26-48h14l-20 48zM80 180l20-48h14l-14 48zM136 180l14-48h14l-8 48z" />
      <path className={css.benchLine} d="M150 112h130M150 96h130M164 112v34M266 112v34" />
      <rect className={css.cup} x="178" y="82" width="14" height="14" rx="2" />
      <rect className={css.cup} x="200" y="82" width="14" height="14" rx="2" />
      <path className={css.bag} d="M236 66h24l4 30h-32z" />
    </>
  ),
};

export const Picture = ({ of }: { of: SamplePicture }) => (
  <svg className={css.picture} viewBox="0 0 320 180" aria-hidden="true">
    {drawings[of]}
  </svg>
);
