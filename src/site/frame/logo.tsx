import { href } from '../../pages.ts';
import { usePage } from '../../web/router/page/context.ts';
import css from './logo.module.css';

/**
 * As HTML from the server: the logo never changes while a page is open, so the browser needs no code for its
 * shapes.
 */
export function Logo() {
  const { shell } = usePage();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: written by src/web/ssr/select-page-data.ts, which escapes the brand.
  return <a className={css.mark} href={href('home')} dangerouslySetInnerHTML={{ __html: shell.logo }} />;
}
