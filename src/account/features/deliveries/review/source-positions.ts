// Where the visible text of a Markdown document stands in its source, so that a passage that is selected on
// the page can be named by its position. Pure.
import type { Block, MarkdownRun } from '#lib/markdown/markdown.ts';

/** A line of a run; without `from` if it was not found in the source. */
export type PlacedLine = { readonly text: string; readonly from: number | undefined };
export type Places = ReadonlyMap<MarkdownRun, readonly PlacedLine[]>;
export type Passage = { readonly from: number; readonly to: number };

export function locateRuns(source: string, blocks: readonly Block[]): Places {
  const places = new Map<MarkdownRun, readonly PlacedLine[]>();
  let at = 0;
  for (const run of blocks.flatMap(listRuns)) {
    const lines = run.text.split(/(\n)/).map((text): PlacedLine => {
      const from = text.trim() === '' ? -1 : source.indexOf(text, at);
      if (from < 0) return { text, from: undefined };
      at = from + text.length;
      return { text, from };
    });
    places.set(run, lines);
    if (run.href) at = endOfLink(source, at);
  }
  return places;
}

/** Behind the address of a link, which is not visible and must not be searched. */
function endOfLink(source: string, at: number): number {
  const address = /[*_~`]*\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/y;
  address.lastIndex = at;
  return address.test(source) ? address.lastIndex : at;
}

export function listRuns(block: Block): readonly MarkdownRun[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.runs;
    case 'list':
      return block.items.flat().flatMap(listRuns);
    case 'quote':
      return block.blocks.flatMap(listRuns);
    case 'table':
      return [...block.head, ...block.rows.flat()].flat();
    case 'code':
    case 'rule':
      return [];
  }
}

/** From the first to the last placed character of these runs; undefined if none was found. */
export function findPassage(runs: readonly MarkdownRun[], places: Places): Passage | undefined {
  const lines = runs
    .flatMap((run) => places.get(run) ?? [])
    .flatMap(({ text, from }) => (from === undefined ? [] : { from, to: from + text.length }));
  const [first, last] = [lines[0], lines.at(-1)];
  return first && last && { from: first.from, to: last.to };
}

/** As it is read, without the signs of Markdown. */
export const toPlainQuote = (source: string): string =>
  source
    .replace(/\]\([^)\s]*\)/g, '')
    .replace(/^[#>\s]*[-+*]?\s+/gm, '')
    .replace(/[*_`[\]]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
