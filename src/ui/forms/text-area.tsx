// Multi-line field with a character count, in a chunk of its own: few forms have one.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useHydrated } from '../hooks/use-hydrated.ts';
import css from './field.module.css';
import { Field, type Labelled } from './field.tsx';
import type { FieldOf } from './use-form.ts';

type AreaProps = Labelled & { readonly of: FieldOf<string>; readonly rows: number; readonly maxChars: number };

/** From here on, the characters left are announced at each of these steps. */
const SAID_LEFT = [200, 100, 50, 20, 10, 0];

export function TextArea({ of, rows, maxChars, ...labelled }: AreaProps) {
  const { foot, aloud } = useCounter(of, maxChars);
  return (
    <Field of={of} {...labelled} foot={foot}>
      {(tied) => (
        <>
          <textarea {...tied} className={css.input} rows={rows} value={of.value} onChange={(event) => of.change(event.target.value)} />
          {aloud}
        </>
      )}
    </Field>
  );
}

/** How much fits into a field and how much is in it; `aloud` belongs beside the input. */
export function useCounter(
  { id, value }: Pick<FieldOf<string>, 'id' | 'value'>,
  maxChars: number,
): { foot: { id: string; shown: ReactNode }; aloud: ReactNode } {
  const { i18n } = useLingui();
  const alive = useHydrated();
  const charsLeft = maxChars - value.length;
  const over = -charsLeft;
  // A short field would be near its limit from the start.
  const step = value ? SAID_LEFT.filter((each) => each < maxChars / 2).findLast((each) => charsLeft <= each) : undefined;
  const count = i18n.number(value.length);
  const most = i18n.number(maxChars);
  const shown = (
    <span className={css.meter} id={`${id}-meter`} data-over={charsLeft < 0 ? '' : undefined}>
      {alive && value ? (
        <Trans>
          {count} of {most} characters
        </Trans>
      ) : (
        <Trans>Up to {most} characters</Trans>
      )}
    </span>
  );
  const aloud = (
    <span role="status" className="unseen">
      {step === undefined ? null : charsLeft < 0 ? <Trans>Characters too many: {over}</Trans> : <Trans>Characters left: {step}</Trans>}
    </span>
  );
  return { foot: { id: `${id}-meter`, shown }, aloud };
}
