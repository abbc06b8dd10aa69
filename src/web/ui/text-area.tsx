// A field of many lines that says how much fits, with a file of its own: few forms have one.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAlive } from './alive.ts';
import css from './field.module.css';
import { Field, type Labelled } from './field.tsx';
import type { FieldOf } from './use-form.ts';

type AreaProps = Labelled & { readonly of: FieldOf<string>; readonly rows: number; readonly maxChars: number };

/** From here on, how much is left is also said aloud, at each of these steps. */
const SAID_LEFT = [200, 100, 50, 20, 10, 0];

export function TextArea({ of, rows, maxChars, ...labelled }: AreaProps) {
  const { i18n } = useLingui();
  const alive = useAlive();
  const left = maxChars - of.value.length;
  const over = -left;
  const step = SAID_LEFT.findLast((each) => left <= each);
  const count = i18n.number(of.value.length);
  const most = i18n.number(maxChars);
  const shown = (
    <span className={css.meter} id={`${of.id}-meter`} data-over={left < 0 ? '' : undefined}>
      {alive && of.value ? (
        <Trans>
          {count} of {most} characters
        </Trans>
      ) : (
        <Trans>Up to {most} characters</Trans>
      )}
    </span>
  );
  return (
    <Field of={of} {...labelled} foot={{ id: `${of.id}-meter`, shown }}>
      {(tied) => (
        <>
          <textarea {...tied} className={css.input} rows={rows} value={of.value} onChange={(event) => of.change(event.target.value)} />
          <span role="status" className="unseen">
            {step === undefined ? null : left < 0 ? <Trans>Characters too many: {over}</Trans> : <Trans>Characters left: {step}</Trans>}
          </span>
        </>
      )}
    </Field>
  );
}
