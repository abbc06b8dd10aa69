// What was wrong with the press of a button, said beside it. The place for it is there from the beginning, so that it is read out when it comes.
import { useLingui } from '@lingui/react/macro';
import type { ApiError } from '../api-error.ts';
import css from './field-error.module.css';
import { RetryAfter } from './retry-after.tsx';

export const FieldErrorText = ({ of }: { of: ApiError | undefined }) => (
  <p role="alert" className={css.wrong}>
    {of ? <Words of={of} /> : null}
  </p>
);

function Words({ of: { general, waitSeconds } }: { of: ApiError }) {
  const { i18n } = useLingui();
  const said = typeof general === 'string' ? general : i18n._(general);
  if (waitSeconds === undefined) return said;
  return (
    <>
      {said} <RetryAfter seconds={waitSeconds} />
    </>
  );
}
