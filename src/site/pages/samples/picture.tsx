// Pictures of sample posts, drawn from the picture direction. Decorative: the direction beside them says what
// they show.
import type { SamplePicture } from '#lib/rendering.ts';
import css from './picture.module.css';
import pictures from './pictures.svg';

/**
 * Part of a file, not an image: so it has the page's colours, which are the owner's, and light or dark. The
 * script of the page loads the file after the first paint.
 */
export const Picture = ({ picture }: { picture: SamplePicture }) => (
  <svg className={css.picture} viewBox="0 0 320 180" aria-hidden="true">
    <use data-href={`${pictures}#${picture}`} />
  </svg>
);
