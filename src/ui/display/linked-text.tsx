// Plain text with Markdown links to the shop's own pages; other links stay text.
import { Fragment } from 'react';
import { getPath } from '#lib/url-path.ts';
import { matchPage } from '../../pages.ts';

export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map(({ at, words, to }) =>
    to === undefined ? (
      <Fragment key={at}>{words}</Fragment>
    ) : (
      <a key={at} href={to}>
        {words}
      </a>
    ),
  );
}

/** `at`: start position in the text. */
type Piece = { readonly at: number; readonly words: string; readonly to?: string };

/** Pure. "See [services](/services)." → three pieces. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: link, 1: words = '', 2: to = '', index } of text.matchAll(/\[([^\]]+)\]\((\/[^)\s]*)\)/g)) {
    if (index > end) pieces.push({ at: end, words: text.slice(end, index) });
    pieces.push(matchPage(getPath(to)) ? { at: index, words, to } : { at: index, words });
    end = index + link.length;
  }
  if (end < text.length) pieces.push({ at: end, words: text.slice(end) });
  return pieces;
}
