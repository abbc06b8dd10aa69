// Fields for the brief questions of a service.
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { noWords } from '#lib/locale.ts';
import { makeHyphenatedKey, makeJoinedKey } from '#lib/words/make-key.ts';
import type { ServiceDraft } from '#modules/catalogue/desk-shapes.ts';
import { CheckField, ChoiceField, useField, WholeField } from '../../../shared/forms/fields.tsx';
import { useDeskLabels } from '../../../shared/values/words.ts';
import css from '../../versions/versions.module.css';
import { AskedIfFields, type AskedQuestion } from './asked-if.tsx';
import { Items, isNewItem, MadeKeyField, WordsField } from './fields.tsx';

type Question = ServiceDraft['fields'][number];
const createQuestion = (): Question => ({ name: '', kind: 'text', required: false, label: noWords, help: noWords });
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
function withKind({ options = [], ...question }: Question, kind: Question['kind']): Question {
  return kind === 'choice' || kind === 'choices' ? { ...question, kind, options } : { ...question, kind };
}

/** The questions that every service asks, as a stored offer of this one has them. */
function useCommonQuestions({ offers }: ServiceDraft, own: readonly string[]): readonly AskedQuestion[] {
  const offer = useDeskLabels().all?.offers.find(({ id }) => id !== '' && offers.some((each) => each.id === id));
  return (offer?.fields ?? []).filter(({ name }) => !own.includes(name));
}

export function QuestionsField({ saved }: { readonly saved: ServiceDraft }) {
  const questions: readonly Question[] = useWatch({ name: 'service.fields' });
  const [savedOptions] = useState(
    () => new Map(saved.fields.map(({ name, options }) => [name, new Set(options?.map(({ value }) => value))])),
  );
  const ids = questions.map(({ name }) => name);
  const common = useCommonQuestions(saved, ids);
  return (
    <Items name="service.fields" called="question" make={createQuestion}>
      {(name, _, index) => (
        <QuestionFields
          name={name}
          isNew={isNewItem(ids, index, savedOptions)}
          savedOptions={savedOptions.get(ids[index] ?? '') ?? new Set()}
          others={[...questions.filter((_each, at) => at !== index), ...common]}
        />
      )}
    </Items>
  );
}

type QuestionProps = {
  readonly name: string;
  readonly isNew: boolean;
  /** Values that are fixed. */
  readonly savedOptions: ReadonlySet<string>;
  readonly others: readonly AskedQuestion[];
};

function QuestionFields({ name, isNew, savedOptions, others }: QuestionProps) {
  const { value: question, change } = useField<Question>(name);
  const { kind, label, options = [] } = question;
  const values = options.map(({ value }) => value);
  return (
    <fieldset className={css.group}>
      <legend>{isNew ? 'New question' : label.en || 'Question'}</legend>
      <WordsField label="Label" name={`${name}.label`} />
      {isNew ? (
        <MadeKeyField
          label="Key"
          name={`${name}.name`}
          hint="Made from the label. Briefs refer to it, so it can’t be changed later."
          from={`${name}.label`}
          make={makeJoinedKey}
        />
      ) : null}
      <div className={css.few}>
        <ChoiceField
          label="Type"
          name={`${name}.kind`}
          options={kindOptions}
          onValue={(chosen) => change(withKind(question, chosen as Question['kind']))}
        />
        <WholeField label="Minimum" name={`${name}.min`} isOptional />
        <WholeField label="Maximum" name={`${name}.max`} isOptional />
        <WholeField label="Characters per item" name={`${name}.itemMax`} isOptional />
      </div>
      <CheckField name={`${name}.required`} className={css.check}>
        Required
      </CheckField>
      {kind === 'text' || kind === 'longText' || kind === 'texts' ? (
        <CheckField name={`${name}.isReference`} className={css.check} isOptional>
          Not a request, such as a text to check or words to avoid
        </CheckField>
      ) : null}
      <AskedIfFields name={`${name}.askedIf`} others={others} />
      <WordsField label="Help (optional)" name={`${name}.help`} rows={3} />
      {kind === 'choice' || kind === 'choices' ? (
        <details className={css.part}>
          <summary>{options.length} options</summary>
          <Items name={`${name}.options`} called="option" make={() => ({ value: '', label: noWords })}>
            {(option, _, index) => (
              <>
                <WordsField label={`Option ${index + 1}`} name={`${option}.label`} />
                {isNewItem(values, index, savedOptions) ? (
                  <MadeKeyField
                    label="Value"
                    name={`${option}.value`}
                    hint="Made from the option. Briefs refer to it, so it can’t be changed later."
                    from={`${option}.label`}
                    make={makeHyphenatedKey}
                  />
                ) : null}
              </>
            )}
          </Items>
        </details>
      ) : null}
    </fieldset>
  );
}
