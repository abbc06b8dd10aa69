// Passages of so many words in a row, each under one key: what two texts share is found by looking keys up, never by comparing everything with everything.
import type { Token } from './text.ts';

export function* shinglesOf(tokens: readonly Token[], words: number): Generator<{ readonly key: string; readonly at: number }> {
  for (let at = 0; at + words <= tokens.length; at++) {
    let key = '';
    for (let each = at; each < at + words; each++) key += `${tokens[each]?.word} `;
    yield { key, at };
  }
}
