// Pictures of sample posts, drawn from the picture direction. Decorative: the direction beside them says what
// they show.
import type { SamplePicture } from '#lib/rendering.ts';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import css from './picture.module.css';
import pictures from './pictures.svg';

/**
 * Part of a file, not an image: so it has the page's colours, which are the owner's, and light or dark. The
 * file is loaded after the first paint, here or, in parts that are never hydrated, by
 * src/web/entry.client.tsx.
 */
export const Picture = ({ of }: { of: SamplePicture }) => {
  const address = `${pictures}#${of}`;
  return (
    <svg className={css.picture} viewBox="0 0 320 180" aria-hidden="true">
      <use {...(useHydrated() ? { href: address } : { 'data-href': address })} />
    </svg>
  );
};
