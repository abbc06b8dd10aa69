// Checks what a file or a stored value says against its shape: errors have file, line, path and code.
import type * as z from 'zod/mini';
import type { Parsed, Source, SourceError } from './source.ts';

/** The value, or all errors. */
export function checkSource<S extends z.ZodMiniType>(
  { file, value, findLine, errors }: Source,
  shape: S,
): Parsed<z.output<S>> | readonly SourceError[] {
  if (errors.length > 0) return errors;
  const parsed = shape.safeParse(value);
  if (parsed.success) return { value: parsed.data, findLine };
  return parsed.error.issues.map((issue) => {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
    const name = path.map(String).join('.');
    return { file, line: findLine(path), reason: `${name || 'the file'}: ${formatReason(issue)}`, path: name, ...toErrorCode(issue) };
  });
}

function formatReason(issue: z.core.$ZodIssue): string {
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
function toErrorCode(issue: z.core.$ZodIssue): Pick<SourceError, 'code' | 'values'> {
  switch (issue.code) {
    case 'too_small':
      return { code: 'too-small', values: { minimum: Number(issue.minimum) } };
    case 'too_big':
      return { code: 'too-big', values: { maximum: Number(issue.maximum) } };
    default:
      return { code: issue.code.replaceAll('_', '-'), values: {} };
  }
}
