// When a question is asked: always, or only after a certain answer to another one.
import type { ServiceDraft } from '#modules/catalogue/shapes-desk.ts';
import forms from '../../../shared/forms/form.module.css';
import { ChoiceField, type DeskMutation } from '../../../shared/forms/stateful-form.tsx';
import css from '../../versions/versions.module.css';
import { WholeField } from './fields.tsx';

type Question = ServiceDraft['fields'][number];
type AskedIf = NonNullable<Question['askedIf']>;

/** A question that others may depend on: of the form, or a common one in the desk's language. */
export type AskedQuestion = Pick<Question, 'name' | 'kind'> & {
  readonly label: Question['label'] | string;
  readonly options?: readonly { readonly value: string; readonly label: Question['label'] | string }[] | undefined;
};

const conditions = ['isOneOf', 'isAnswered', 'isNotAnswered', 'isAtLeast'] as const;
type Condition = (typeof conditions)[number];
const labels: Readonly<Record<Condition, string>> = {
  isOneOf: 'is one of these answers',
  isAnswered: 'is answered',
  isNotAnswered: 'is not answered',
  isAtLeast: 'is at least',
};

/** What fits the kind of question. */
const fitting = ({ kind }: AskedQuestion): readonly Condition[] =>
  conditions.filter((each) => {
    if (each === 'isOneOf') return kind === 'choice' || kind === 'choices';
    return each !== 'isAtLeast' || kind === 'number';
  });

const conditionOf = ({ isOneOf, isAnswered, isAtLeast }: AskedIf): Condition | undefined => {
  if (isOneOf) return 'isOneOf';
  if (isAnswered !== undefined) return isAnswered ? 'isAnswered' : 'isNotAnswered';
  return isAtLeast === undefined ? undefined : 'isAtLeast';
};

function withCondition({ question }: AskedIf, condition: Condition | undefined): AskedIf {
  if (condition === 'isOneOf') return { question, isOneOf: [] };
  if (condition === 'isAtLeast') return { question, isAtLeast: 1 };
  return condition ? { question, isAnswered: condition === 'isAnswered' } : { question };
}

const textOf = (label: AskedQuestion['label']): string => (typeof label === 'string' ? label : label.en);
const labelOf = ({ name, label }: AskedQuestion): string => textOf(label) || name;

type Props = {
  readonly askedIf: AskedIf | undefined;
  readonly others: readonly AskedQuestion[];
  /** "fields.2.askedIf" */
  readonly name: string;
  readonly sending: DeskMutation;
  readonly onAskedIf: (askedIf: AskedIf | undefined) => void;
};

export function AskedIfFields({ askedIf, others, name, sending, onAskedIf }: Props) {
  const named = others.filter((each, index) => each.name !== '' && others.findIndex(({ name: first }) => first === each.name) === index);
  const other = named.find((each) => each.name === askedIf?.question);
  const options = named.map((each) => ({ value: each.name, label: labelOf(each) }));
  // A question that was removed or renamed is still shown, so that its error has a place.
  const lost = askedIf && !other ? [{ value: askedIf.question, label: askedIf.question }] : [];
  const choose = (question: string) => {
    const next = named.find((each) => each.name === question);
    onAskedIf(next && withCondition({ question }, fitting(next)[0]));
  };
  return (
    <fieldset className={css.group}>
      <legend>When it is asked</legend>
      <div className={css.even}>
        <ChoiceField
          {...{ label: 'Ask this only if', name: `${name}.question`, sending, value: askedIf?.question ?? '' }}
          options={[{ value: '', label: 'Always ask it' }, ...options, ...lost]}
          onValue={choose}
        />
        {askedIf && other ? (
          <ChoiceField
            {...{ label: 'Condition', name, sending, value: conditionOf(askedIf) ?? '' }}
            options={(conditionOf(askedIf) ? [] : [{ value: '', label: 'Choose' }]).concat(
              fitting(other).map((value) => ({ value, label: labels[value] })),
            )}
            onValue={(value) =>
              onAskedIf(
                withCondition(
                  askedIf,
                  conditions.find((each) => each === value),
                ),
              )
            }
          />
        ) : null}
        {askedIf && conditionOf(askedIf) === 'isAtLeast' ? (
          <WholeField
            key={askedIf.question}
            {...{ label: 'Number', name: `${name}.isAtLeast`, sending, value: askedIf.isAtLeast ?? undefined }}
            onNumber={(isAtLeast) => onAskedIf({ question: askedIf.question, isAtLeast: isAtLeast ?? Number.NaN })}
          />
        ) : null}
      </div>
      {askedIf?.isOneOf ? <Answers {...{ askedIf, other, name, sending, onAskedIf }} /> : null}
    </fieldset>
  );
}

type AnswersProps = Omit<Props, 'askedIf' | 'others'> & { readonly askedIf: AskedIf; readonly other: AskedQuestion | undefined };

function Answers({ askedIf: { question, isOneOf = [] }, other, name, sending: { failure }, onAskedIf }: AnswersProps) {
  const wrong = failure?.errors[`${name}.isOneOf`];
  const options = other?.options ?? [];
  const lost = isOneOf.filter((value) => !options.some((option) => option.value === value));
  const all = [
    ...options.map(({ value, label }) => ({ value, label: textOf(label) || value })),
    ...lost.map((value) => ({ value, label: value })),
  ];
  return (
    <fieldset className={css.answers} aria-describedby={wrong ? `${name}-wrong` : undefined}>
      <legend>Any of these answers</legend>
      <div className={css.even}>
        {all.map(({ value, label }) => (
          <label key={value} className={css.row}>
            <input
              type="checkbox"
              aria-invalid={wrong ? true : undefined}
              checked={isOneOf.includes(value)}
              onChange={({ target }) =>
                onAskedIf({
                  question,
                  isOneOf: all.flatMap((each) =>
                    (each.value === value ? target.checked : isOneOf.includes(each.value)) ? [each.value] : [],
                  ),
                })
              }
            />
            {label}
          </label>
        ))}
      </div>
      {wrong ? (
        <strong id={`${name}-wrong`} className={forms.wrong}>
          {wrong.join(' ')}
        </strong>
      ) : null}
    </fieldset>
  );
}
