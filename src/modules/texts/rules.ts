// User errors for texts with faults. Pure.
import { type FieldMessages, type Message, UserError } from '../../lib/user-error.ts';
import type { SourceFault } from '../../lib/yaml/source.ts';

const messages = {
  fault: /*i18n*/ { id: 'texts.fault', message: '{file}, line {line}: {reason}' },
  same: /*i18n*/ { id: 'texts.same', message: 'Nothing is changed yet.' },
} as const satisfies Record<string, Message>;

const MAX_FAULTS = 10;

export const nothingChanged = (): UserError => new UserError(400, { '': [messages.same] });

/** Lists all faults on the form, and each on its field if it has one. */
export function refusalOfFaults(faults: readonly { readonly fault: SourceFault; readonly field: string | undefined }[]): UserError {
  const errors: Record<string, FieldMessages[string]> = {};
  for (const { fault, field } of faults.slice(0, MAX_FAULTS)) {
    const { file, line, reason } = fault;
    const message = { ...messages.fault, values: { file: file.replace(/^shop\/\w+\//, ''), line, reason } };
    for (const key of field ? ['', field] : ['']) errors[key] = [...(errors[key] ?? []), message];
  }
  return new UserError(400, errors);
}
