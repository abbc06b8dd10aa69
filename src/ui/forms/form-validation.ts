// Validates a form with the server's schema before it is sent. Only types are imported here: the schema is
// loaded lazily.
import type * as z from 'zod/mini';
import { formatFieldName } from '#lib/user-error.ts';
import { findMessage } from '#lib/zod-message.ts';

/** A rule that a value breaks, with its numbers; form-messages.ts has the words. */
export type RuleError = { readonly rule: string; readonly numbers?: Readonly<Record<string, string | number>> };
export type RuleErrors = Readonly<Record<string, RuleError>>;

type Special = (issue: z.core.$ZodIssue) => RuleError | undefined;

/** The first error of each field. `special`: messages for values that are not texts. */
export function validate(shape: z.ZodMiniType, values: Readonly<Record<string, unknown>>, special?: Special): RuleErrors {
  const errors: Record<string, RuleError> = {};
  for (const issue of shape.safeParse(values).error?.issues ?? []) errors[formatFieldName(issue.path)] ??= findRule(issue, special);
  return errors;
}

function findRule(issue: z.core.$ZodIssue, special: Special | undefined): RuleError {
  const own = findMessage(issue.message);
  if (own) return { rule: own.id, ...(own.values ? { numbers: own.values } : {}) };
  const found = special?.(issue);
  if (found) return found;
  switch (issue.code) {
    case 'too_small':
      return issue.minimum === 1 ? { rule: 'field.required' } : { rule: 'field.tooShort', numbers: { minimum: Number(issue.minimum) } };
    case 'too_big':
      return { rule: 'field.tooLong', numbers: { maximum: Number(issue.maximum) } };
    case 'invalid_format':
      return { rule: 'field.format' };
    default:
      return { rule: 'field.invalid' };
  }
}
