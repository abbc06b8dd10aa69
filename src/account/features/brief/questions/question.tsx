// One question of a brief, by its kind. Memoised, so that only the edited question renders.
import { useLingui } from '@lingui/react/macro';
import { type ComponentType, memo, useMemo } from 'react';
import type { CatalogueField as Question } from '#modules/catalogue/shapes.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import css from '#ui/forms/field.module.css';
import { Checkbox, Field, type FormField, SelectField } from '#ui/forms/field.tsx';
import { TextArea, useCounter } from '#ui/forms/text-area.tsx';
import { getFieldId } from '../brief-errors.ts';
import { Choices, Radios } from './choice-question.tsx';
import { BriefLines } from './list-question.tsx';
import { type QuestionProps, urlInput } from './question-props.ts';

/** More options than these are a select. */
const MAX_RADIOS = 5;
const URL_MAX_CHARS = 2_048;
const SHORT_TEXT_CHARS = 500;

/** Rare kinds are lazy chunks. */
const WithFiles = createLazyPart(() => import('../files/file-field.tsx').then(({ WithFiles }) => WithFiles));
/** The long text that can be filled from a file. */
const FILE_FILLED_QUESTION = 'text';

const kinds: Readonly<Record<Question['kind'], ComponentType<QuestionProps>>> = {
  text: TextQuestion,
  longText: LongQuestion,
  url: TextQuestion,
  texts: BriefLines,
  urls: BriefLines,
  choice: ChoiceQuestion,
  choices: Choices,
  number: NumberQuestion,
  yesNo: YesQuestion,
  file: (props) => <WithFiles {...props} />,
};

export const BriefField = memo((props: QuestionProps) => {
  const Kind = kinds[props.question.kind];
  return <Kind {...props} />;
});

function useQuestionField<T extends string | boolean>({ question: { name }, value, errors, give }: QuestionProps): FormField<T> {
  return useMemo(
    () => ({ id: getFieldId(name), name, value: value as T, error: errors?.message, change: (next: T) => give(name, next) }),
    [name, value, errors, give],
  );
}

const toLabels = ({ label, help, required }: Question) => ({ label, hint: help, optional: !required });

/** Shown before the limit causes an error. */
function useHint({ kind, help, min = 0 }: Question): string {
  const { t } = useLingui();
  if (min < 2 || (kind !== 'text' && kind !== 'longText')) return help;
  const atLeast = t`At least ${min} characters.`;
  return help ? `${help}${help.endsWith('。') ? '' : ' '}${atLeast}` : atLeast;
}

function TextQuestion(props: QuestionProps) {
  const { question } = props;
  const field = useQuestionField<string>(props);
  const isUrl = question.kind === 'url';
  const { foot, aloud } = useCounter(field, question.max ?? URL_MAX_CHARS);
  return (
    <Field field={field} {...toLabels(question)} hint={useHint(question)} foot={isUrl ? undefined : foot}>
      {(tied) => (
        <>
          <input
            {...tied}
            {...(isUrl ? urlInput : {})}
            className={css.input}
            value={field.value}
            onChange={(event) => field.change(event.target.value)}
          />
          {isUrl ? null : aloud}
        </>
      )}
    </Field>
  );
}

function LongQuestion(props: QuestionProps) {
  const { question } = props;
  const maxChars = question.max ?? URL_MAX_CHARS;
  return (
    <>
      <TextArea
        field={useQuestionField<string>(props)}
        {...toLabels(question)}
        hint={useHint(question)}
        rows={maxChars > SHORT_TEXT_CHARS ? 6 : 3}
        maxChars={maxChars}
      />
      {question.name === FILE_FILLED_QUESTION ? <WithFiles {...props} /> : null}
    </>
  );
}

function NumberQuestion(props: QuestionProps) {
  const { question } = props;
  const field = useQuestionField<string>(props);
  return (
    <Field field={field} {...toLabels(question)}>
      {(tied) => (
        <input
          {...tied}
          className={css.input}
          inputMode="numeric"
          autoComplete="off"
          value={field.value}
          onChange={(event) => field.change(event.target.value)}
        />
      )}
    </Field>
  );
}

function ChoiceQuestion(props: QuestionProps) {
  const { t } = useLingui();
  const { question } = props;
  const field = useQuestionField<string>(props);
  const options = (question.options ?? []).map(({ value, label }) => ({ value, name: label }));
  if (options.length <= MAX_RADIOS) return <Radios field={field} {...toLabels(question)} options={options} />;
  return (
    <SelectField
      field={field}
      {...toLabels(question)}
      options={[{ value: '', name: question.required ? t`Please choose` : t`No preference` }, ...options]}
    />
  );
}

function YesQuestion(props: QuestionProps) {
  const { label, help, required } = props.question;
  return (
    <Checkbox
      field={useQuestionField<boolean>(props)}
      optional={!required}
      label={
        <>
          {label}
          {help ? <span className={`${css.hint} ${css.under}`}>{help}</span> : null}
        </>
      }
    />
  );
}
