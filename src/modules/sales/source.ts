// Checks the reminders of unpaid invoices in reminders.yaml.
import { checkSource } from '#lib/yaml/check.ts';
import { createErrorBuilder, isSourceErrors, type Reasons, type Source, type SourceError } from '#lib/yaml/source.ts';
import { type RemindersValue, remindersShape } from './shapes-reminders.ts';

const FILE = 'shop/reminders.yaml';

const reasons = {
  'days-not-later': () => 'must be more days than those of the reminder before',
  'reminders-missing': () => 'must have one at least, with send: true',
} as const satisfies Reasons;

/** The reminders, or all errors. */
export function parseReminders(source: Source): RemindersValue | readonly SourceError[] {
  const parsed = checkSource(source, remindersShape);
  if (isSourceErrors(parsed)) return parsed;
  const { value, findLine } = parsed;
  const error = createErrorBuilder(reasons, FILE, findLine);
  const errors = value.reminders.flatMap(({ days }, place): SourceError[] => {
    const before = value.reminders[place - 1];
    return before && before.days >= days ? [error(['reminders', place, 'days'], 'days-not-later')] : [];
  });
  if (value.send && value.reminders.length === 0) errors.push(error(['reminders'], 'reminders-missing'));
  return errors.length > 0 ? errors : value;
}
