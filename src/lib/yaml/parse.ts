// Parses an owner's YAML file strictly: errors have file, line and reason.
import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type * as z from 'zod/mini';
import { lineAt } from '../markdown/front-matter.ts';
import { type OverLimit, overLimit } from './limits.ts';
import type { Parsed, SourceError } from './source.ts';

/** The parsed file, or all of its errors. */
export function parseYaml<S extends z.ZodMiniType>(file: string, text: string, shape: S): Parsed<z.output<S>> | readonly SourceError[] {
  const lines = new LineCounter();
  const over = overLimit(text);
  if (over) return [{ file, line: lineAt(text, over.at), reason: over.reason }];
  // The library compares every pair of keys; see repeatedKeys.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  const errors = [...document.errors.map(({ pos, message }) => ({ at: pos[0], reason: firstLine(message) })), ...repeatedKeys(document)];
  if (errors.length > 0) return errors.map(({ at, reason }) => ({ file, line: lines.linePos(at).line, reason }));
  const findLine = (path: readonly PropertyKey[]): number => {
    // A missing value has no position: report its nearest parent's.
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true) as { range?: readonly [number, number, number] } | undefined;
      if (node?.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  const content = saidBy(document);
  if ('reason' in content) return [{ file, line: 1, reason: content.reason }];
  const parsed = shape.safeParse(content.value);
  if (parsed.success) return { value: parsed.data, findLine };
  return parsed.error.issues.map((issue) => {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
    const name = path.map(String).join('.');
    return { file, line: findLine(path), reason: `${name || 'the file'}: ${reasonOf(issue)}`, path: name, ...codeOf(issue) };
  });
}

/** Duplicate keys of a map, with their positions. */
function repeatedKeys(document: ReturnType<typeof parseDocument>): OverLimit[] {
  const found: OverLimit[] = [];
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (names.has(name)) found.push({ at: key.range?.[0] ?? 0, reason: `the key ${name} is there twice` });
        names.add(name);
      }
    },
  });
  return found;
}

/** Unresolved and recursive aliases are detected only here. */
function saidBy(document: ReturnType<typeof parseDocument>): { readonly value: unknown } | { readonly reason: string } {
  try {
    return { value: document.toJS() };
  } catch (cause) {
    return { reason: firstLine((cause as Error).message) };
  }
}

const firstLine = (message: string): string => message.split('\n')[0]?.replace(/ at line \d+.*$/, '') ?? message;

function reasonOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is not known here';
    case 'invalid_type':
      return `must be ${issue.expected === 'int' ? 'a whole number' : `of the kind ${issue.expected}`}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

/** The codes of shapes, as forms know them. */
function codeOf(issue: z.core.$ZodIssue): Pick<SourceError, 'code' | 'values'> {
  switch (issue.code) {
    case 'too_small':
      return { code: 'too-small', values: { minimum: Number(issue.minimum) } };
    case 'too_big':
      return { code: 'too-big', values: { maximum: Number(issue.maximum) } };
    default:
      return { code: issue.code.replaceAll('_', '-') };
  }
}
