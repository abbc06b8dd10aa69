// Word-by-word diff of two texts. The diff library is large, so load this lazily.
import { diffWords } from 'diff';
import { useMemo } from 'react';
import css from './word-diff.module.css';

/**
 * `language`: for Intl.Segmenter, which finds words in languages without spaces. `brief` shortens unchanged
 * passages.
 */
type Props = { readonly before: string; readonly text: string; readonly language: string; readonly brief?: boolean };

export function WordDiff({ before, text, language, brief = false }: Props) {
  const parts = useMemo(
    () => diffWords(before, text, { intlSegmenter: new Intl.Segmenter(language, { granularity: 'word' }) }),
    [before, text, language],
  );
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a diff never move.
  const drawn = parts.map((part, index) => <Part key={index} {...part} brief={brief} />);
  return <div className={css.text}>{drawn}</div>;
}

type PartProps = { readonly value: string; readonly added: boolean; readonly removed: boolean; readonly brief: boolean };

function Part({ value, added, removed, brief }: PartProps) {
  if (added) return <ins>{value}</ins>;
  if (removed) return <del>{value}</del>;
  return <span>{brief ? shortenMiddle(value) : value}</span>;
}

const AROUND_CHARS = 120;

const shortenMiddle = (text: string): string =>
  text.length <= AROUND_CHARS * 2 ? text : `${text.slice(0, AROUND_CHARS)} …\n… ${text.slice(-AROUND_CHARS)}`;
