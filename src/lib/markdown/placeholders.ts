// Finds passages that a writer has still to fill in: [name], TBD, lorem ipsum.

/** Bounded to a line and a length, so that matching stays linear. */
const placeholders = [
  // [name], {product}, {{first name}}, <your brand>; not the text of a link, a footnote or a box to tick.
  /\[(?![ xX]?\])(?!\^)[^[\]\n]{1,80}\](?!\(|\[|:\s?<?http)/gu,
  /\{{1,2}[^{}\n]{1,80}\}{1,2}/gu,
  /<(?:your|insert|name|su|nombre|inserte|tu)\b[^<>\n]{0,80}>/giu,
  /［[^［］\n]{1,80}］|〔[^〔〕\n]{1,80}〕|【(?:要|仮|ここ|お名前|商品名|記入|入力)[^【】\n]{0,80}】/gu,
  /\b(?:TO ?DO|TBD|TBC|X{3,}|PENDIENTE)\b/gu,
  /\b(?:lorem ipsum|insert (?:here|text|link|name)|your (?:brand|name|text) here)\b/giu,
  /_{3,80}|[〇○●◯]{2,80}|…{3,80}|（仮）|\(仮\)|要確認/gu,
] as const;

type Place = { readonly from: number; readonly to: number };

/** In the order of the text, without those inside others. */
export function findPlaceholders(text: string): Place[] {
  const found = placeholders.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: all, index }) => ({ from: index, to: index + all.length })),
  );
  const outermost: Place[] = [];
  for (const each of found.toSorted((a, b) => a.from - b.from || b.to - a.to))
    if (each.to > (outermost.at(-1)?.to ?? -1)) outermost.push(each);
  return outermost;
}
