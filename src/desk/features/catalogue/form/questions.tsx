// Fields for the brief questions of a service.
import { useState } from 'react';
import { noWords } from '#lib/locale.ts';
import type { ServiceDraft } from '#modules/catalogue/shapes-desk.ts';
import { ChoiceField, type DeskMutation, DeskTextField } from '../../../shared/forms/stateful-form.tsx';
import { useDeskLabels } from '../../../shared/values/words.ts';
import css from '../../versions/versions.module.css';
import { AskedIfFields, type AskedQuestion } from './asked-if.tsx';
import { type ItemFieldsProps, Items, isNewItem, WholeField, WordsField } from './fields.tsx';

type Question = ServiceDraft['fields'][number];
type Props = {
  readonly questions: readonly Question[];
  readonly onQuestions: (questions: Question[]) => void;
  readonly sending: DeskMutation;
  readonly saved: ServiceDraft;
};

const newQuestion = (): Question => ({ name: '', kind: 'text', required: false, label: noWords, help: noWords });
const kinds: Readonly<Record<Question['kind'], string>> = {
  text: 'Short text',
  longText: 'Long text',
  url: 'Link',
  texts: 'List of texts',
  urls: 'List of links',
  file: 'Files',
  choice: 'Single choice',
  choices: 'Multiple choice',
  number: 'Number',
  yesNo: 'Yes or no',
};
const kindOptions = Object.entries(kinds).map(([value, label]) => ({ value, label }));

/** Options exist for choices only. */
function ofKind({ options = [], ...question }: Question, kind: Question['kind']): Question {
  return kind === 'choice' || kind === 'choices' ? { ...question, kind, options } : { ...question, kind };
}

/** The questions that every service asks, as a stored offer of this one has them. */
function useCommonQuestions({ offers }: ServiceDraft, own: readonly string[]): readonly AskedQuestion[] {
  const offer = useDeskLabels().all?.offers.find(({ id }) => id !== '' && offers.some((each) => each.id === id));
  return (offer?.fields ?? []).filter(({ name }) => !own.includes(name));
}

export function QuestionsField({ questions, onQuestions, sending, saved }: Props) {
  const [savedNames] = useState(() => new Set(saved.fields.map(({ name }) => name)));
  const ids = questions.map(({ name }) => name);
  const common = useCommonQuestions(saved, ids);
  return (
    <Items items={questions} onItems={onQuestions} called="question" make={newQuestion}>
      {(question, index, change) => (
        <QuestionFields
          {...{ item: question, name: `fields.${index}`, sending, isNew: isNewItem(ids, index, savedNames), onItem: change }}
          others={[...questions.filter((each) => each !== question), ...common]}
        />
      )}
    </Items>
  );
}

type QuestionFieldsProps = ItemFieldsProps<Question> & { readonly others: readonly AskedQuestion[] };

function QuestionFields({ item: question, name, sending, isNew, onItem: onQuestion, others }: QuestionFieldsProps) {
  const numberField = (key: 'min' | 'max' | 'itemMax', label: string) => (
    <WholeField
      {...{ label, sending, name: `${name}.${key}`, value: question[key] }}
      onNumber={(value) => onQuestion({ ...question, [key]: value })}
    />
  );
  return (
    <fieldset className={css.group}>
      <legend>{isNew ? 'New question' : question.label.en || 'Question'}</legend>
      <div className={css.few}>
        {isNew ? (
          <DeskTextField
            {...{ label: 'Key', sending, name: `${name}.name`, value: question.name }}
            onValue={(text) => onQuestion({ ...question, name: text })}
          />
        ) : null}
        <ChoiceField
          {...{ label: 'Type', sending, name: `${name}.kind`, value: question.kind, options: kindOptions }}
          onValue={(kind) => onQuestion(ofKind(question, kind as Question['kind']))}
        />
        {numberField('min', 'Minimum')}
        {numberField('max', 'Maximum')}
        {numberField('itemMax', 'Characters per item')}
      </div>
      <label className={css.check}>
        <input
          type="checkbox"
          checked={question.required}
          onChange={({ target }) => onQuestion({ ...question, required: target.checked })}
        />
        Required
      </label>
      {question.kind === 'text' || question.kind === 'longText' || question.kind === 'texts' ? (
        <label className={css.check}>
          <input
            type="checkbox"
            checked={question.isReference === true}
            onChange={({ target }) => onQuestion({ ...question, isReference: target.checked || undefined })}
          />
          Not a request, such as a text to check or words to avoid
        </label>
      ) : null}
      <AskedIfFields
        {...{ askedIf: question.askedIf, others, name: `${name}.askedIf`, sending }}
        onAskedIf={(askedIf) => onQuestion({ ...question, askedIf })}
      />
      <WordsField
        label="Label"
        name={`${name}.label`}
        sending={sending}
        words={question.label}
        onWords={(label) => onQuestion({ ...question, label })}
      />
      <WordsField
        label="Help (optional)"
        rows={3}
        name={`${name}.help`}
        sending={sending}
        words={question.help}
        onWords={(help) => onQuestion({ ...question, help })}
      />
      {question.kind === 'choice' || question.kind === 'choices' ? (
        <Options item={question} name={name} sending={sending} onItem={onQuestion} />
      ) : null}
    </fieldset>
  );
}

function Options({ item: question, name, sending, onItem: onQuestion }: Omit<ItemFieldsProps<Question>, 'isNew'>) {
  return (
    <details className={css.part}>
      <summary>{question.options?.length ?? 0} options</summary>
      <Items
        items={question.options ?? []}
        onItems={(options) => onQuestion({ ...question, options })}
        called="option"
        make={() => ({ value: '', label: noWords })}
      >
        {(option, index, change) => (
          <>
            <DeskTextField
              {...{ label: 'Value', sending, name: `${name}.options.${index}.value`, value: option.value }}
              hint="Existing briefs refer to it."
              onValue={(value) => change({ ...option, value })}
            />
            <WordsField
              {...{ label: `Option ${index + 1}`, sending, name: `${name}.options.${index}.label`, words: option.label }}
              onWords={(label) => change({ ...option, label })}
            />
          </>
        )}
      </Items>
    </details>
  );
}
