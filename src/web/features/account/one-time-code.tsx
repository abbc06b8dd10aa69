// The second step of a log-in, wherever it is asked for.
import { useLingui } from '@lingui/react/macro';
import { TextField } from '../../../ui/forms/field.tsx';
import type { FieldOf } from '../../../ui/forms/use-form.ts';

/** Without a keyboard of digits: a recovery code has letters. */
export function OneTimeCode({ of }: { of: FieldOf<string> }) {
  const { t } = useLingui();
  const hint = t`Six digits from your authenticator app, or one of your recovery codes.`;
  return <TextField of={of} label={t`One-time code`} hint={hint} autoComplete="one-time-code" exact />;
}
