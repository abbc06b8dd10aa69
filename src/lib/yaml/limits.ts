// Limits of an owner's YAML file, counted in one pass before parsing: deep nesting and aliases cost far more
// than the file's length. Pure.
import { CST, Lexer } from 'yaml';
import type { OverLimit } from './reasons.ts';

/** The longest file of the sample shop has 35,000 characters, the largest 1,700 entries. */
const MAX_CHARS = 250_000;
const MAX_ENTRIES = 10_000;
const MAX_DEPTH = 20;

/** Undefined: within the limits. */
export function findOverLimit(text: string): OverLimit | undefined {
  if (text.length > MAX_CHARS) return { at: 0, code: 'too-long', values: { most: formatCount(MAX_CHARS) } };
  const depthAt = createDepthCounter();
  let [at, lineFrom, entries, isContent] = [0, 0, 0, false];
  for (const lexeme of new Lexer().lex(text)) {
    const kind = isContent ? 'content' : (CST.tokenType(lexeme) ?? 'content');
    isContent = lexeme === CST.SCALAR;
    if (isContent || lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END) continue;
    if (kind === 'alias') return { at, code: 'alias', values: { alias: lexeme } };
    if (countedKinds.has(kind) && ++entries > MAX_ENTRIES)
      return { at, code: 'too-many-entries', values: { most: formatCount(MAX_ENTRIES) } };
    if (depthAt(kind, at - lineFrom) > MAX_DEPTH) return { at, code: 'too-deep', values: { most: MAX_DEPTH } };
    at += lexeme.length;
    const lineEnd = lexeme.lastIndexOf('\n');
    if (lineEnd !== -1) lineFrom = at - lexeme.length + lineEnd + 1;
  }
  return undefined;
}

const formatCount = (count: number): string => count.toLocaleString('en');

const countedKinds: ReadonlySet<string> = new Set(['map-value-ind', 'seq-item-ind', 'comma']);
const flowBegins: ReadonlySet<string> = new Set(['flow-map-start', 'flow-seq-start']);
const flowEnds: ReadonlySet<string> = new Set(['flow-map-end', 'flow-seq-end']);
const standsAside: ReadonlySet<string> = new Set(['space', 'newline', 'comment']);
/** What follows an indicator on its line is nested deeper. */
const opens: ReadonlySet<string> = new Set(['newline', 'seq-item-ind', 'explicit-key-ind']);

/** Counts open brackets and the indentation of open blocks. */
function createDepthCounter(): (kind: string, column: number) => number {
  const columns: number[] = [];
  let [brackets, begins] = [0, true];
  return (kind, column) => {
    if (flowBegins.has(kind)) brackets++;
    if (flowEnds.has(kind)) brackets = Math.max(0, brackets - 1);
    if (brackets === 0 && begins && !standsAside.has(kind)) {
      while ((columns.at(-1) ?? -1) > column) columns.pop();
      if ((columns.at(-1) ?? -1) < column) columns.push(column);
    }
    if (opens.has(kind)) begins = true;
    else if (!standsAside.has(kind)) begins = false;
    return columns.length + brackets;
  };
}
