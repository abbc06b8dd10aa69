// The message of a failed request: its first field error, or the general one.
import { useLingui } from '@lingui/react/macro';
import type { ApiError } from '../api/api-error.ts';

export const FailureText = ({ error }: { error: ApiError | undefined }) => (error ? <Message error={error} /> : null);

function Message({ error: { errors, general } }: { error: ApiError }) {
  const { i18n } = useLingui();
  const first = Object.values(errors).flat()[0] ?? general;
  return typeof first === 'string' ? first : i18n._(first);
}
