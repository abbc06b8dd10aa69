// Question with radio buttons or checkboxes, as a group with label, hint and error for screen readers.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import fields from '#ui/forms/field.module.css';
import type { FormField, Labelled } from '#ui/forms/field.tsx';
import { getFieldId } from '../brief-errors.ts';
import css from './choice-question.module.css';
import type { QuestionProps } from './question-props.ts';
import '#ui/styles/controls.css';

type GroupProps = Labelled & {
  readonly field: Pick<FormField<string>, 'id' | 'error'>;
  readonly role?: 'radiogroup';
  readonly foot?: ReactNode;
  readonly children: ReactNode;
};

export function ChoiceGroup({ field: { id, error }, label, hint, optional = false, role, foot, children }: GroupProps) {
  const describedBy = [hint ? `${id}-hint` : '', foot ? `${id}-meter` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <fieldset
      className={css.group}
      role={role}
      data-error={error ? '' : undefined}
      aria-describedby={describedBy || undefined}
      {...(role ? { 'aria-required': !optional, 'aria-invalid': error ? true : undefined } : {})}
    >
      <legend>
        {label}
        {optional ? (
          <span className={fields.optional}>
            {' '}
            <Trans>(optional)</Trans>
          </span>
        ) : null}
      </legend>
      {hint ? (
        <p className={fields.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children}
      <div className={fields.below}>
        {error ? (
          <p className={fields.error} id={`${id}-error`}>
            {error}
          </p>
        ) : null}
        {foot ? (
          <span className={fields.meter} id={`${id}-meter`}>
            {foot}
          </span>
        ) : null}
      </div>
    </fieldset>
  );
}

type RadiosProps = Labelled & {
  readonly field: FormField<string>;
  readonly options: readonly { readonly value: string; readonly name: ReactNode }[];
};

/** An optional choice can be cleared. */
export function Radios({ field, options, ...labelled }: RadiosProps) {
  const all = labelled.optional ? [{ value: '', name: <Trans>No preference</Trans> }, ...options] : options;
  return (
    <ChoiceGroup field={field} {...labelled} role="radiogroup">
      <div className={css.chips}>
        {all.map(({ value, name }, index) => (
          <label key={value} className={css.chip}>
            <input
              type="radio"
              id={index === 0 ? field.id : `${field.id}-${index}`}
              name={field.id}
              value={value}
              checked={field.value === value}
              onChange={() => field.change(value)}
            />
            {name}
          </label>
        ))}
      </div>
    </ChoiceGroup>
  );
}

export function Choices({ question: { name, label, help, required, max, options = [] }, value, errors, give }: QuestionProps) {
  const chosen = typeof value === 'object' ? value : [];
  const id = getFieldId(name);
  const error = errors?.message ?? Object.values(errors?.lines ?? {})[0];
  const most = Math.min(max ?? options.length, options.length);
  const count = chosen.length;
  // In the order of the options, not of the clicks.
  const change = (option: string, on: boolean) =>
    give(
      name,
      options.map((each) => each.value).filter((each) => (each === option ? on : chosen.includes(each))),
    );
  return (
    <ChoiceGroup
      field={{ id, error }}
      label={label}
      hint={help}
      optional={!required}
      foot={
        count >= most - 1 && count > 1 ? (
          <Trans>
            {count} of {most} chosen
          </Trans>
        ) : undefined
      }
    >
      <div className={css.chips}>
        {options.map((option, index) => (
          <label key={option.value} className={css.chip}>
            <input
              type="checkbox"
              id={index === 0 ? id : `${id}-${index}`}
              name={id}
              value={option.value}
              checked={chosen.includes(option.value)}
              aria-invalid={error ? true : undefined}
              onChange={(event) => change(option.value, event.target.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </ChoiceGroup>
  );
}
