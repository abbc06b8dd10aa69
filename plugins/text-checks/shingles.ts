// Shingles: hashed passages of a fixed number of words, so that shared passages are found by lookup.
import type { Token } from './text.ts';

export function* listShingles(tokens: readonly Token[], words: number): Generator<{ readonly key: string; readonly at: number }> {
  for (let at = 0; at + words <= tokens.length; at++) {
    let key = '';
    for (let each = at; each < at + words; each++) key += `${tokens[each]?.word} `;
    yield { key, at };
  }
}
