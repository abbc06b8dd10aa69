// Finds the post kits in a delivered text: a heading and a list of caption, visual, call to action, slot and
// link, each behind its label in bold. Pure.
import { type Block, joinRuns, type MarkdownRun } from '#lib/markdown/markdown.ts';

type Runs = readonly MarkdownRun[];
/** A line of a kit: its label and what it says. */
export type KitLine = { readonly label: Runs; readonly words: Runs; readonly all: Runs };
export type Kit = {
  readonly kind: 'kit';
  readonly title: Extract<Block, { kind: 'heading' }>;
  readonly caption: KitLine;
  readonly visual: KitLine;
  readonly action: KitLine;
  /** When it is posted: "2026-11-27, 18:00". */
  readonly slot: KitLine;
  readonly rest: readonly KitLine[];
  /** The day of the slot: "2026-11-27". */
  readonly day: string;
};
export type KitPart = Kit | { readonly kind: 'text'; readonly blocks: readonly Block[] };

const DAY = /\d{4}-\d{2}-\d{2}/;

export function splitKits(blocks: readonly Block[]): readonly KitPart[] {
  const parts: KitPart[] = [];
  for (let index = 0; index < blocks.length; index++) {
    const [block, next] = [blocks[index], blocks[index + 1]];
    const kit = block?.kind === 'heading' && next?.kind === 'list' ? toKit(block, next) : undefined;
    if (kit) {
      parts.push(kit);
      index++;
    } else if (block) parts.push({ kind: 'text', blocks: [block] });
  }
  return parts;
}

function toKit(title: Kit['title'], list: Extract<Block, { kind: 'list' }>): Kit | undefined {
  const lines = list.items.map(readLine);
  if (lines.some((line) => line === undefined)) return undefined;
  const [caption, visual, action, slot, ...rest] = lines as KitLine[];
  const day = slot && DAY.exec(joinRuns(slot.words))?.[0];
  return caption && visual && action && slot && day ? { kind: 'kit', title, caption, visual, action, slot, rest, day } : undefined;
}

function readLine(item: readonly Block[]): KitLine | undefined {
  const [only, ...others] = item;
  if (only?.kind !== 'paragraph' || others.length > 0) return undefined;
  const [label, ...words] = only.runs;
  return label?.bold && words.length > 0 ? { label: [label], words, all: only.runs } : undefined;
}

/** The weeks from the first to the last day, Monday first; undefined outside of them. */
export function groupByWeek(days: readonly string[]): readonly (readonly string[])[] {
  const sorted = days
    .map((day) => Date.parse(`${day}T00:00:00Z`))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const weeks: string[][] = [];
  const DAY_MS = 86_400_000;
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  for (let at = monday; at <= last && weeks.length < MAX_WEEKS; at += 7 * DAY_MS)
    weeks.push(Array.from({ length: 7 }, (_, day) => new Date(at + day * DAY_MS).toISOString().slice(0, 10)));
  return weeks;
}

const MAX_WEEKS = 26;
