// The same shape that guards the server's door, asked before anything is sent. Its types alone are known here: the shape comes lazily.
import type * as z from 'zod/mini';
import { ownSentence } from '../../lib/own-words.ts';
import { fieldName } from '../../lib/refusal.ts';
import type { Wrong, Wrongs } from './form-state.ts';

export function wrongsOf(shape: z.ZodMiniType, values: Readonly<Record<string, unknown>>): Wrongs {
  const parsed = shape.safeParse(values);
  const wrongs: Record<string, Wrong[]> = {};
  // The first thing that is wrong with a field is enough to mend it.
  for (const issue of parsed.error?.issues ?? []) wrongs[fieldName(issue.path)] ??= [ruleOf(issue)];
  return wrongs;
}

function ruleOf(issue: z.core.$ZodIssue): Wrong {
  const own = ownSentence(issue.message);
  if (own) return { rule: own.id, ...(own.values ? { numbers: own.values } : {}) };
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return { rule: 'field.required' };
      return { rule: sized(issue.origin).least, numbers: { minimum: Number(issue.minimum) } };
    case 'too_big':
      return { rule: sized(issue.origin).most, numbers: { maximum: Number(issue.maximum) } };
    case 'invalid_format':
      return { rule: 'field.format' };
    case 'invalid_type':
      return { rule: issue.expected === 'int' || issue.expected === 'number' ? 'field.whole' : 'field.invalid' };
    default:
      return { rule: 'field.invalid' };
  }
}

/** Characters, items, or the value itself. */
function sized(origin: string): { readonly least: string; readonly most: string } {
  if (origin === 'string') return { least: 'field.tooShort', most: 'field.tooLong' };
  return origin === 'array' ? { least: 'field.leastItems', most: 'field.mostItems' } : { least: 'field.least', most: 'field.most' };
}
