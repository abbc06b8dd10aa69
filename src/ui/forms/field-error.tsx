// Error beside a button. Its live region is rendered from the start, so that screen readers announce the
// error.
import { useLingui } from '@lingui/react/macro';
import type { ApiError } from '../api/api-error.ts';
import css from './field-error.module.css';
import { RetryAfter } from './retry-after.tsx';

export const FieldErrorText = ({ error }: { error: ApiError | undefined }) => (
  <p role="alert" className={css.error}>
    {error ? <Words error={error} /> : null}
  </p>
);

function Words({ error: { general, waitSeconds } }: { error: ApiError }) {
  const { i18n } = useLingui();
  const message = typeof general === 'string' ? general : i18n._(general);
  if (waitSeconds === undefined) return message;
  return (
    <>
      {message} <RetryAfter seconds={waitSeconds} />
    </>
  );
}
