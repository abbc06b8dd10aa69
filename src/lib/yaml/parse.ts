// Reads an owner's file strictly: YAML, Markdown with YAML above it, or an image as text.
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type * as z from 'zod/mini';
import { getLineNumber, splitFrontMatter } from '../markdown/front-matter.ts';
import { checkSource } from './check.ts';
import { findOverLimit } from './limits.ts';
import { isTree } from './merge.ts';
import { fileReasons, type OverLimit } from './reasons.ts';
import { createLineErrorBuilder, createSource, type Parsed, type Source, type SourceError } from './source.ts';

/** The file, or why it cannot be read. */
export function readSource(file: string, text: string): Source {
  if (file.endsWith('.yaml')) return readYaml(file, text);
  if (!file.endsWith('.md')) return { ...createSource(file, { text }), text };
  const { head, markdown, firstLine: markdownLine } = splitFrontMatter(text);
  const source = readYaml(file, head);
  const value = isTree(source.value ?? {}) ? { ...(source.value as object | null), markdown } : source.value;
  return { ...source, text, value, markdownLine };
}

/** The parsed file, or all of its errors. */
export const parseYaml = <S extends z.ZodMiniType>(file: string, text: string, shape: S): Parsed<z.output<S>> | readonly SourceError[] =>
  checkSource(readYaml(file, text), shape);

function readYaml(file: string, text: string): Source {
  const lines = new LineCounter();
  const error = createLineErrorBuilder(fileReasons, file);
  const refuse = (found: readonly OverLimit[], toLine: (at: number) => number): Source => {
    const errors = found.map(({ at, code, values }) => error(code, values, { line: toLine(at) }));
    return { ...createSource(file, undefined), text, errors };
  };
  const over = findOverLimit(text);
  if (over) return refuse([over], (at) => getLineNumber(text, at));
  // The library compares every pair of keys; see listRepeatedKeys.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  const errors = [...document.errors.map(({ pos, message }) => createSyntaxError(pos[0], message)), ...listRepeatedKeys(document)];
  const toLine = (at: number): number => lines.linePos(at).line;
  if (errors.length > 0) return refuse(errors, toLine);
  const findLine = (path: readonly PropertyKey[]): number => {
    // A missing value has no position: report its nearest parent's.
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true) as { range?: readonly [number, number, number] } | undefined;
      if (node?.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  try {
    return { ...createSource(file, document.toJS()), text, findLine };
  } catch (cause) {
    // Unresolved and recursive aliases are detected only here.
    return refuse([createSyntaxError(0, (cause as Error).message)], toLine);
  }
}

/** Duplicate keys of a map, with their positions. */
function listRepeatedKeys(document: ReturnType<typeof parseDocument>): OverLimit[] {
  const found: OverLimit[] = [];
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (names.has(name)) found.push({ at: key.range?.[0] ?? 0, code: 'key-twice', values: { key: name } });
        names.add(name);
      }
    },
  });
  return found;
}

/** The library repeats the place and shows the line. */
const createSyntaxError = (at: number, message: string): OverLimit => ({
  at,
  code: 'syntax',
  values: { detail: message.split('\n')[0]?.replace(/ at line \d+.*$/, '') ?? message },
});
