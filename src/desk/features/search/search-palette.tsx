// The search box of every page: Ctrl K opens it, arrows select, Enter opens a result. It searches while
// typing and caches results.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { SearchResults } from '#modules/search/shapes.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import css from './search-palette.module.css';

const TYPING_MS = 120;
const MIN_CHARS = 2;

export function SearchPalette() {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(0);
  const settledText = useSettled(text.trim());
  const ready = settledText.length >= MIN_CHARS;
  const { data, error } = useQuery({ ...deskQuery('GET /api/find', { q: settledText }), enabled: ready });
  const results = ready ? (data ?? []) : [];
  const navigate = useNavigate();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<Element>(null);
  useSearchKeys(() => {
    cameFrom.current = document.activeElement;
    box.current?.select();
  });
  const open = (result: SearchResults[number] | undefined) => {
    if (!result) return;
    setIsOpen(false);
    setText('');
    void navigate({ href: result.path });
  };
  /** Escape also clears the text, and the shortcuts of the page work again. */
  const leave = () => {
    setIsOpen(false);
    setText('');
    box.current?.blur();
    if (cameFrom.current instanceof HTMLElement && cameFrom.current !== document.body) cameFrom.current.focus();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      setAt((at + step + results.length) % results.length);
    } else if (event.key === 'Enter') open(results[at]);
    else if (event.key === 'Escape') leave();
  };
  const isShown = isOpen && ready;
  return (
    <search className={css.find}>
      <div className={css.box}>
        <input
          ref={box}
          type="search"
          role="combobox"
          aria-label="Search orders, pieces, customers, tickets, payments, coupons and invoices"
          aria-expanded={isShown}
          aria-controls={`${id}-found`}
          aria-activedescendant={isShown && results.length > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          placeholder="Search"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            setIsOpen(true);
          }}
          onFocus={() => setIsOpen(true)}
          onBlur={() => setIsOpen(false)}
          onKeyDown={press}
        />
        <kbd>Ctrl K</kbd>
      </div>
      <FoundList
        id={id}
        isShown={isShown}
        at={at}
        results={results}
        statusText={error?.message ?? (data ? 'No results.' : '')}
        onOpen={open}
      />
    </search>
  );
}

type ListProps = {
  readonly id: string;
  readonly isShown: boolean;
  readonly at: number;
  readonly results: SearchResults;
  readonly statusText: string;
  readonly onOpen: (result: SearchResults[number]) => void;
};

function FoundList({ id, isShown, at, results, statusText, onOpen }: ListProps) {
  return (
    <div className={css.found} hidden={!isShown || (results.length === 0 && statusText === '')}>
      <div id={`${id}-found`} role="listbox" aria-label="Search results">
        {results.map((result, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys; in this ARIA pattern it keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: the same.
          <div
            key={`${result.kind} ${result.path} ${result.title}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onOpen(result)}
          >
            <small>{result.kind === 'paper' ? 'invoice' : result.kind}</small>
            <b>{result.title}</b>
            <small>{result.about}</small>
          </div>
        ))}
      </div>
      {results.length === 0 ? (
        <p className={css.said} role="status">
          {statusText}
        </p>
      ) : null}
    </div>
  );
}

/** Debounces the input. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Ctrl K everywhere; "/" outside of text fields and of pages that use it themselves. */
function useSearchKeys(then: () => void): void {
  const run = useEffectEvent(then);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const { target, key, defaultPrevented, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
      const isSlash = key === '/' && !isTyping && !ctrlKey && !metaKey;
      const isCtrlK = key.toLowerCase() === 'k' && (ctrlKey || metaKey);
      if (!(isSlash || isCtrlK) || defaultPrevented || altKey || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
