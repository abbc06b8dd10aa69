// Applies corrections to a text. Offsets are UTF-16 units, as in the report. Pure.

/** `replacement`: '' leaves the passage out. */
export type Correction = { readonly from: number; readonly to: number; readonly replacement: string };

/** A passage as it is, or with what replaces it. */
export type CorrectedPart = { readonly text: string; readonly replacement?: string };

export const doOverlap = (one: Pick<Correction, 'from' | 'to'>, other: Pick<Correction, 'from' | 'to'>): boolean =>
  one.from < other.to && other.from < one.to;

/** In the order of the text. Of corrections that overlap, the first one counts. */
export function splitCorrections(text: string, corrections: readonly Correction[]): readonly CorrectedPart[] {
  const parts: CorrectedPart[] = [];
  let at = 0;
  const inOrder = corrections.filter(({ from, to }) => 0 <= from && from < to && to <= text.length).toSorted((a, b) => a.from - b.from);
  for (const { from, to, replacement } of inOrder) {
    if (from < at) continue;
    if (from > at) parts.push({ text: text.slice(at, from) });
    parts.push({ text: text.slice(from, to), replacement });
    at = to;
  }
  return at < text.length ? [...parts, { text: text.slice(at) }] : parts;
}

export const applyCorrections = (text: string, corrections: readonly Correction[]): string =>
  splitCorrections(text, corrections)
    .map((part) => part.replacement ?? part.text)
    .join('');
