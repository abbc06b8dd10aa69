// A search field with delay, and a select field.
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { focusPage } from '../browser/use-kept-focus.ts';
import bar from './bar.module.css';

const TYPING_MS = 250;

type SearchProps = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly hint: string;
  readonly initialText: string;
  readonly onSearch: (text: string) => void;
};

/** Searches after a pause in typing, never during IME composition. */
export function SearchField({ field, label, hint, initialText, onSearch }: SearchProps) {
  const [text, setText] = useState(initialText);
  const [composing, setComposing] = useState(false);
  const search = useEffectEvent((typed: string) => {
    if (typed !== initialText) onSearch(typed);
  });
  useEffect(() => {
    if (composing) return undefined;
    const timer = setTimeout(() => search(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, composing]);
  return (
    <input
      ref={field}
      className={bar.search}
      type="search"
      aria-label={label}
      placeholder={hint}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onKeyDown={({ key, nativeEvent }) => !nativeEvent.isComposing && /^(Escape|Enter)$/.test(key) && focusPage()}
    />
  );
}

type FilterProps = {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Label of the option for all. */
  readonly all?: string;
  readonly children: ReactNode;
};

export const FilterSelect = ({ label, value, onValue, all = '', children }: FilterProps) => (
  <select className={bar.select} aria-label={label} value={value} onChange={({ target }) => onValue(target.value)}>
    <option value={all}>{label}: all</option>
    {children}
  </select>
);
