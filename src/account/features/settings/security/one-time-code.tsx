// Field for the second factor of a log-in.
import { useLingui } from '@lingui/react/macro';
import { TextField } from '#ui/forms/field.tsx';
import type { FieldOf } from '#ui/forms/use-form.ts';

/** No numeric keyboard: a recovery code has letters. */
export function OneTimeCode({ of }: { of: FieldOf<string> }) {
  const { t } = useLingui();
  const hint = t`Six digits from your authenticator app, or one of your recovery codes.`;
  return <TextField of={of} label={t`One-time code`} hint={hint} autoComplete="one-time-code" exact />;
}
