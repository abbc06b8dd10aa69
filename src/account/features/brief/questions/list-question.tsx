// Question with a list of short answers: lines are added and removed, and the focus follows.

import { Trans, useLingui } from '@lingui/react/macro';
import { memo, useCallback } from 'react';
import { Button } from '#ui/display/button.tsx';
import field from '#ui/forms/field.module.css';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import takeAway from '#ui/styles/downloads.module.css';
import type { BriefAnswer } from '../brief.ts';
import { getFieldId } from '../brief-errors.ts';
import { ChoiceGroup } from './choice-question.tsx';
import css from './list-question.module.css';
import { type QuestionProps, urlInput } from './question-props.ts';

/** Longer answers use a text area. */
const LINE_CHARS = 300;

export function BriefLines({ question, value, errors, give }: QuestionProps) {
  const { name, kind, label, help, required, max = 1, itemMax = LINE_CHARS } = question;
  const lines = toLines(value);
  const id = getFieldId(name);
  const focusAfter = useFocusAfter();
  const change = useCallback((line: number, text: string) => give(name, (current) => toLines(current).with(line, text)), [give, name]);
  const add = () => {
    focusAfter(() => document.getElementById(getFieldId(`${name}[${lines.length}]`)));
    give(name, [...lines, '']);
  };
  const remove = useCallback(
    (line: number) => {
      focusAfter(() => document.getElementById(getFieldId(`${name}[${Math.max(0, line - 1)}]`)));
      give(name, (current) => toLines(current).toSpliced(line, 1));
    },
    [focusAfter, give, name],
  );
  const count = lines.filter((line) => line.trim() !== '').length;
  return (
    <ChoiceGroup
      field={{ id, error: errors?.message }}
      label={label}
      hint={help}
      optional={!required}
      foot={
        count >= max - 1 && count > 1 ? (
          <Trans>
            {count} of {max}
          </Trans>
        ) : undefined
      }
    >
      <ol className={css.lines}>
        {lines.map((text, line) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its index; the form holds its text.
            key={line}
            {...{ text, kind, label, itemMax }}
            id={getFieldId(`${name}[${line}]`)}
            line={line}
            error={errors?.lines[line]}
            change={change}
            remove={lines.length > 1 ? remove : undefined}
          />
        ))}
      </ol>
      {lines.length < max ? (
        <p>
          <Button
            text={
              <span>
                <Trans>
                  Add another <span className="unseen">: {label}</span>
                </Trans>
              </span>
            }
            small
            onClick={add}
          />
        </p>
      ) : null}
    </ChoiceGroup>
  );
}

const toLines = (answer: BriefAnswer): readonly string[] => (typeof answer === 'object' && answer.length > 0 ? answer : ['']);

type LineProps = {
  readonly id: string;
  readonly line: number;
  readonly text: string;
  readonly kind: QuestionProps['question']['kind'];
  readonly label: string;
  readonly itemMax: number;
  readonly error: string | undefined;
  readonly change: (line: number, text: string) => void;
  readonly remove: ((line: number) => void) | undefined;
};

/** Memoised, so that only the edited line renders. */
const Line = memo(({ id, line, text, kind, label, itemMax, error, change, remove }: LineProps) => {
  const { t } = useLingui();
  const number = line + 1;
  const tied = {
    id,
    className: field.input,
    value: text,
    'aria-label': `${label} ${number}`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  };
  const over = text.length - itemMax;
  return (
    <li className={field.field} data-error={error ? '' : undefined}>
      <div className={css.line}>
        {kind === 'texts' && itemMax > LINE_CHARS ? (
          <textarea {...tied} rows={4} onChange={(event) => change(line, event.target.value)} />
        ) : (
          <input {...tied} {...(kind === 'urls' ? urlInput : {})} onChange={(event) => change(line, event.target.value)} />
        )}
        {remove ? (
          <button type="button" className={takeAway.away} aria-label={t`Remove line ${number}: ${label}`} onClick={() => remove(line)}>
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <path d="M2 2l8 8M10 2l-8 8" />
            </svg>
          </button>
        ) : null}
      </div>
      {error ? (
        <p className={field.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {over > 0 && !error ? (
        <p className={field.meter} data-over="">
          {t`Characters too many: ${over}`}
        </p>
      ) : null}
    </li>
  );
});
