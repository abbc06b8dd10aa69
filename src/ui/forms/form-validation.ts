// Validates a form with the server's schema before it is sent. Only types are imported here: the schema is
// loaded lazily.
import type * as z from 'zod/mini';
import { fieldName } from '#lib/user-error.ts';
import { ownSentence } from '#lib/zod-message.ts';
import type { FieldFault, FieldFaults } from './form-state.ts';

type Special = (issue: z.core.$ZodIssue) => FieldFault | undefined;

/** `special`: messages for values that are not texts. */
export function validate(shape: z.ZodMiniType, values: Readonly<Record<string, unknown>>, special?: Special): FieldFaults {
  const parsed = shape.safeParse(values);
  const wrongs: Record<string, FieldFault[]> = {};
  // Only the first error of a field is shown.
  for (const issue of parsed.error?.issues ?? []) wrongs[fieldName(issue.path)] ??= [ruleOf(issue, special)];
  return wrongs;
}

function ruleOf(issue: z.core.$ZodIssue, special: Special | undefined): FieldFault {
  const own = ownSentence(issue.message);
  if (own) return { rule: own.id, ...(own.values ? { numbers: own.values } : {}) };
  const specialFault = special?.(issue);
  if (specialFault) return specialFault;
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
