// Error of a request beside its button.
import { useLingui } from '@lingui/react/macro';
import type { ApiError } from '../api/api-error.ts';
import css from './field-error.module.css';
import { RetryAfter } from './retry-after.tsx';

type Props = { readonly error: ApiError | undefined };

/** Its live region is rendered from the start, so that screen readers announce the error. */
export const FieldErrorText = ({ error }: Props) => (
  <p role="alert" className={css.error}>
    <FailureText error={error} />
  </p>
);

/** The first error of a field, or the general one, and when to try again. */
export const FailureText = ({ error }: Props) => (error ? <Words error={error} /> : null);

function Words({ error: { errors, general, waitSeconds } }: { readonly error: ApiError }) {
  const { i18n } = useLingui();
  const first = Object.values(errors).flat()[0] ?? general;
  const message = typeof first === 'string' ? first : i18n._(first);
  if (waitSeconds === undefined) return message;
  return (
    <>
      {message} <RetryAfter seconds={waitSeconds} />
    </>
  );
}
