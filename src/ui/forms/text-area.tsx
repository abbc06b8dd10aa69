// Multi-line field with a character count, in a chunk of its own: few forms have one.
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import css from './field.module.css';
import { Field, type FormField, type Labelled } from './field.tsx';

type AreaProps = Labelled & { readonly field: FormField<string>; readonly rows: number; readonly maxChars: number };

/** From here on, the characters left are announced at each of these steps. */
const ANNOUNCED_CHARS_LEFT = [200, 100, 50, 20, 10, 0];

export function TextArea({ field, rows, maxChars, ...labelled }: AreaProps) {
  const { foot, aloud } = useCounter(field, maxChars);
  return (
    <Field field={field} {...labelled} foot={foot}>
      {(tied) => (
        <>
          <textarea
            {...tied}
            className={css.input}
            rows={rows}
            value={field.value}
            onChange={(event) => field.change(event.target.value)}
          />
          {aloud}
        </>
      )}
    </Field>
  );
}

/** From this part of the limit on, the count is shown. */
const NEAR_LIMIT_SHARE = 0.8;

/** How much of the limit is used, when it is near; `aloud` belongs beside the input. */
export function useCounter(
  { id, value }: Pick<FormField<string>, 'id' | 'value'>,
  maxChars: number,
): { foot: { id: string; content: ReactNode } | undefined; aloud: ReactNode } {
  const { t, i18n } = useLingui();
  const charsLeft = maxChars - value.length;
  const over = -charsLeft;
  // A short field would be near its limit from the start.
  const step = value ? ANNOUNCED_CHARS_LEFT.filter((each) => each < maxChars / 2).findLast((each) => charsLeft <= each) : undefined;
  const count = i18n.number(value.length);
  const most = i18n.number(maxChars);
  const content = (
    <span className={css.meter} id={`${id}-meter`} data-over={charsLeft < 0 ? '' : undefined}>
      {t`${count} of ${most} characters`}
    </span>
  );
  const aloud = (
    <span role="status" className="unseen">
      {step === undefined ? null : charsLeft < 0 ? t`Characters too many: ${over}` : t`Characters left: ${step}`}
    </span>
  );
  return { foot: value.length > NEAR_LIMIT_SHARE * maxChars ? { id: `${id}-meter`, content } : undefined, aloud };
}
