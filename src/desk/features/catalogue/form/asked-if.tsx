// When a question is asked: always, or only after a certain answer to another one.
import { useWatch } from 'react-hook-form';
import type { ServiceDraft } from '#modules/catalogue/desk-shapes.ts';
import { CheckList, ChoiceField, useField, WholeField } from '../../../shared/forms/fields.tsx';
import css from '../../versions/versions.module.css';

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
const listConditions = ({ kind }: AskedQuestion): readonly Condition[] =>
  conditions.filter((each) => {
    if (each === 'isOneOf') return kind === 'choice' || kind === 'choices';
    return each !== 'isAtLeast' || kind === 'number';
  });

const getCondition = ({ isOneOf, isAnswered, isAtLeast }: AskedIf): Condition | undefined => {
  if (isOneOf) return 'isOneOf';
  if (isAnswered !== undefined) return isAnswered ? 'isAnswered' : 'isNotAnswered';
  return isAtLeast === undefined ? undefined : 'isAtLeast';
};

function withCondition({ question }: AskedIf, condition: Condition | undefined): AskedIf {
  if (condition === 'isOneOf') return { question, isOneOf: [] };
  if (condition === 'isAtLeast') return { question, isAtLeast: 1 };
  return condition ? { question, isAnswered: condition === 'isAnswered' } : { question };
}

const readText = (label: AskedQuestion['label']): string => (typeof label === 'string' ? label : label.en);
const getLabel = ({ name, label }: AskedQuestion): string => readText(label) || name;

/** `name`: "service.fields.2.askedIf" */
type Props = { readonly name: string; readonly others: readonly AskedQuestion[] };

export function AskedIfFields({ name, others }: Props) {
  const { value: askedIf, change } = useField<AskedIf | undefined>(name);
  const named = others.filter((each, index) => each.name !== '' && others.findIndex(({ name: first }) => first === each.name) === index);
  const other = named.find((each) => each.name === askedIf?.question);
  const options = named.map((each) => ({ value: each.name, label: getLabel(each) }));
  // A question that was removed or renamed is still shown, so that its error has a place.
  const lost = askedIf && !other ? [{ value: askedIf.question, label: askedIf.question }] : [];
  const choose = (question: string) => {
    const next = named.find((each) => each.name === question);
    change(next && withCondition({ question }, listConditions(next)[0]));
  };
  const condition = askedIf && getCondition(askedIf);
  return (
    <fieldset className={css.group}>
      <legend>When it is asked</legend>
      <div className={css.even}>
        <ChoiceField
          label="Ask this only if"
          name={`${name}.question`}
          options={[{ value: '', label: 'Always ask it' }, ...options, ...lost]}
          onValue={choose}
        />
        {askedIf && other ? (
          <ChoiceField
            label="Condition"
            name={name}
            options={(condition ? [] : [{ value: '', label: 'Choose' }]).concat(
              listConditions(other).map((value) => ({ value, label: labels[value] })),
            )}
            format={() => condition ?? ''}
            onValue={(value) =>
              change(
                withCondition(
                  askedIf,
                  conditions.find((each) => each === value),
                ),
              )
            }
          />
        ) : null}
        {condition === 'isAtLeast' ? <WholeField key={askedIf?.question} label="Number" name={`${name}.isAtLeast`} /> : null}
      </div>
      {condition === 'isOneOf' ? <Answers name={`${name}.isOneOf`} other={other} /> : null}
    </fieldset>
  );
}

function Answers({ name, other }: { readonly name: string; readonly other: AskedQuestion | undefined }) {
  const chosen: readonly string[] = useWatch({ name });
  const options = other?.options ?? [];
  const lost = chosen.filter((value) => !options.some((option) => option.value === value));
  return (
    <CheckList
      name={name}
      legend="Any of these answers"
      className={css.answers}
      options={[
        ...options.map(({ value, label }) => ({ value, label: readText(label) || value })),
        ...lost.map((value) => ({ value, label: value })),
      ]}
      boxes={css.even}
      box={css.row}
    />
  );
}
