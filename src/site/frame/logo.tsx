import { usePage } from '#ui/page/context.ts';
import { href } from '../../pages.ts';
import css from './logo.module.css';

/**
 * As HTML from the server: the logo never changes while a page is open, so the browser needs no code for its
 * shapes.
 */
export function Logo() {
  const { shell } = usePage();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: written by src/site/page-data/select-page-data.ts, which escapes the brand.
  return <a className={css.mark} href={href('home')} dangerouslySetInnerHTML={{ __html: shell.logo }} />;
}
