import { href } from '../../pages.ts';
import css from './mark.module.css';

export function Mark({ brand }: { brand: string }) {
  return (
    <a className={css.mark} href={href('home')}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path className={css.mouth} d="M4 20V12h8v8z" />
        <path className={css.bell} d="M12 12a10 10 0 0 1 10-10v28a10 10 0 0 1-10-10z" />
        <path className={css.sound} d="M25 10a8 8 0 0 1 0 12" />
      </svg>
      {brand}
    </a>
  );
}
