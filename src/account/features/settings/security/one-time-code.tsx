// Field for the second factor of a log-in.
import { useLingui } from '@lingui/react/macro';
import { type FormField, TextField } from '#ui/forms/field.tsx';

/** No numeric keyboard: a recovery code has letters. */
export function OneTimeCode({ field }: { field: FormField<string> }) {
  const { t } = useLingui();
  const hint = t`Six digits from your authenticator app, or one of your recovery codes.`;
  return <TextField field={field} label={t`One-time code`} hint={hint} autoComplete="one-time-code" exact />;
}
