import { markShapes, markSize } from '../../lib/logo.ts';
import { href } from '../../pages.ts';
import css from './logo.module.css';

export function Logo({ brand }: { brand: string }) {
  return (
    <a className={css.mark} href={href('home')}>
      <svg viewBox={`0 0 ${markSize} ${markSize}`} aria-hidden="true">
        <path className={css.mouth} d={markShapes.mouth} />
        <path className={css.bell} d={markShapes.bell} />
        <path className={css.sound} d={markShapes.sound} />
      </svg>
      {brand}
    </a>
  );
}
