// The fields of the questions page: groups, each with its questions.
import { noWords } from '#lib/locale.ts';
import type { ContentTexts } from '#modules/content/shapes-pages.ts';
import { CheckField, ChoiceField, FieldError, TextField, useField, useHasErrors } from '../../shared/forms/fields.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { useFormLanguage, WordsInput } from '../versions/language-form.tsx';
import css from './content.module.css';
import { SortableList } from './sortable-list.tsx';

type Faq = ContentTexts['faq'];
type Question = Faq['questions'][number];

/** `savedIds`: addresses of questions and groups that are live: links to them must go on working. */
type Props = { readonly savedIds: ReadonlySet<string> };

/** Random, so that the additions of two owners are not taken for the same one. */
const createId = (): string => `q-${Math.random().toString(36).slice(2, 7)}`;

const listGroupQuestions = ({ questions }: Faq, id: string): readonly Question[] => questions.filter(({ group }) => group === id);

/**
 * Questions stay in the order of their groups, so that their numbers are those of the page. Those of a
 * removed group are last, because it may come back.
 */
const sortFaq = ({ groups, questions }: Faq): Faq => ({
  groups,
  questions: [...groups.flatMap(({ id }) => questions.filter(({ group }) => group === id)), ...questions.filter(isWithoutGroup(groups))],
});

const isWithoutGroup =
  (groups: Faq['groups']) =>
  ({ group }: Question): boolean =>
    !groups.some(({ id }) => id === group);

/** Without the questions of removed groups. */
export const withoutRemoved = ({ groups, questions }: Faq): Faq => ({
  groups,
  questions: questions.filter((question) => !isWithoutGroup(groups)(question)),
});

export function FaqFields({ savedIds }: Props) {
  const { value: text, change } = useField<Faq>('text');
  const { groups, questions } = text;
  const locale = useFormLanguage();
  const hasErrors = useHasErrors();
  const home = withoutRemoved(text).questions.filter((question) => question.home).length;
  const nameQuestion = (question: Question) => `text.questions.${questions.indexOf(question)}`;
  const moveTo = (group: string, question: Question) => {
    change(sortFaq({ groups, questions: [...questions.filter((each) => each !== question), { ...question, group }] }));
    revealQuestion(question.id);
  };
  return (
    <Panel title="Groups and questions">
      <PanelNote>Questions on the home page: {home} of 4.</PanelNote>
      <FieldError name="text.questions" />
      <FieldError name="text.groups" />
      <SortableList
        items={groups}
        onItems={(moved) => change(sortFaq({ ...text, groups: moved }))}
        called="group"
        getTitle={({ title }, index) => `${index + 1}. ${title[locale] || title.en || 'New group'}`}
        getAside={({ id }) => countText(listGroupQuestions(text, id).length)}
        hasErrors={(index, { id }) => hasErrors(`text.groups.${index}`, ...listGroupQuestions(text, id).map(nameQuestion))}
        make={() => ({ id: createId(), title: noWords })}
      >
        {({ id: group }, index) => (
          <>
            <WordsInput label="Title of the group" name={`text.groups.${index}.title`} />
            <SortableList
              items={listGroupQuestions(text, group)}
              onItems={(own) => change(sortFaq({ groups, questions: [...questions.filter((each) => each.group !== group), ...own] }))}
              called="question"
              getTitle={({ question }) => question[locale] || question.en || 'New question'}
              getAside={(question) => (question.home ? 'on the home page' : '')}
              hasErrors={(_, question) => hasErrors(nameQuestion(question))}
              make={() => ({ id: createId(), group, home: false, question: noWords, answer: noWords })}
            >
              {(question) => (
                <QuestionFields
                  id={question.id}
                  name={nameQuestion(question)}
                  groups={groups}
                  isNew={!savedIds.has(question.id)}
                  onGroup={(other) => moveTo(other, question)}
                />
              )}
            </SortableList>
          </>
        )}
      </SortableList>
    </Panel>
  );
}

const countText = (count: number): string => (count === 1 ? '1 question' : `${count} questions`);

/** In its new group, once it is there. */
function revealQuestion(id: string): void {
  requestAnimationFrame(() => {
    const moved = document.getElementById(`question-${id}`);
    for (let part = moved?.closest('details'); part; part = part.parentElement?.closest('details')) part.open = true;
    moved?.focus();
  });
}

type QuestionProps = {
  readonly id: string;
  readonly name: string;
  readonly groups: Faq['groups'];
  readonly isNew: boolean;
  readonly onGroup: (group: string) => void;
};

function QuestionFields({ id, name, groups, isNew, onGroup }: QuestionProps) {
  const locale = useFormLanguage();
  return (
    <div id={`question-${id}`} className={css.fields} tabIndex={-1}>
      <WordsInput label="Question" name={`${name}.question`} />
      <WordsInput label="Answer" name={`${name}.answer`} rows={5} hint="Links to the shop’s pages are written as [services](/services)." />
      <div className={css.pair}>
        <ChoiceField
          label="Group"
          name={`${name}.group`}
          options={groups.map((each) => ({ value: each.id, label: each.title[locale] || each.title.en || 'New group' }))}
          onValue={onGroup}
        />
        {isNew ? <TextField label="Address, after /faq#" name={`${name}.id`} parse={(text) => text.trim()} /> : null}
      </div>
      <CheckField name={`${name}.home`} className={css.check}>
        Show on the home page
      </CheckField>
    </div>
  );
}
