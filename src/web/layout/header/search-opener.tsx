// Opens the search of the page. Without JavaScript it leads to the questions, which can be searched.
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { href } from '../../../pages.ts';
import css from './header.module.css';

type Props = { readonly search: () => void };

export function SearchOpener({ search }: Props) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const held = /Mac|iP/.test(navigator.platform) ? event.metaKey : event.ctrlKey;
      if (!held || event.key !== 'k') return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) search();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [search]);
  return (
    <a
      className={css.search}
      data-search=""
      href={href('faq')}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <span className="unseen">
        <Trans>Search</Trans>
      </span>
      <svg className={css.burger} viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="9" cy="9" r="5.5" />
        <path d="m13 13 4 4" />
      </svg>
    </a>
  );
}
