// A menu: a details element, which works without a script. src/site/enhance/menus.ts closes it.
import type { ReactNode } from 'react';
import css from './menu.module.css';

type Props = { readonly label: string; readonly content: ReactNode; readonly className?: string | undefined; readonly children: ReactNode };

export const Menu = ({ label, content, className = '', children }: Props) => (
  <details className={`${css.menu} ${className}`} data-menu="">
    <summary>
      <span className="unseen">{label}</span>
      {content}
    </summary>
    <div className={css.sheet}>{children}</div>
  </details>
);

export function Chevron() {
  return (
    <svg className={css.chevron} viewBox="0 0 12 12" aria-hidden="true">
      <path d="m2 4 4 4 4-4" />
    </svg>
  );
}
