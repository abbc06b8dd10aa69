// The fields of the questions page: groups, each with its questions.
import { noWords } from '#lib/locale.ts';
import type { FaqDraft, QuestionDraft } from '#modules/texts/content/shapes.ts';
import { ChoiceField, DeskTextField } from '../../shared/forms/stateful-form.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import css from './content.module.css';
import { Faults, type FieldsProps } from './home-fields.tsx';
import { WordsInput } from './language-tabs.tsx';
import { SortableList } from './sortable-list.tsx';

type Props = FieldsProps<FaqDraft> & {
  /** Addresses of questions and groups that are live: links to them must go on working. */
  readonly savedIds: ReadonlySet<string>;
};

/** Random, so that the additions of two owners are not taken for the same one. */
const newId = (): string => `q-${Math.random().toString(36).slice(2, 7)}`;

const inGroup = ({ questions }: FaqDraft, id: string): readonly QuestionDraft[] => questions.filter(({ group }) => group === id);

/**
 * Questions stay in the order of their groups, so that their numbers are those of the page. Those of a
 * removed group are last, because it may come back.
 */
const sorted = ({ groups, questions }: FaqDraft): FaqDraft => ({
  groups,
  questions: [...groups.flatMap(({ id }) => questions.filter(({ group }) => group === id)), ...questions.filter(isWithoutGroup(groups))],
});

const isWithoutGroup =
  (groups: FaqDraft['groups']) =>
  ({ group }: QuestionDraft): boolean =>
    !groups.some(({ id }) => id === group);

/** Without the questions of removed groups. */
export const withoutRemoved = ({ groups, questions }: FaqDraft): FaqDraft => ({
  groups,
  questions: questions.filter((question) => !isWithoutGroup(groups)(question)),
});

export function FaqFields({ text, onText, savedIds, ...form }: Props) {
  const { locale, sending } = form;
  const errors = sending.failure?.errors ?? {};
  const wrong = Object.keys(errors);
  const isWrongAt = (name: string): boolean => wrong.some((field) => field.startsWith(name));
  const home = withoutRemoved(text).questions.filter((question) => question.home).length;
  const questionName = (question: QuestionDraft) => `text.questions[${text.questions.indexOf(question)}]`;
  return (
    <Panel title="Groups and questions">
      <PanelNote>Questions on the home page: {home} of 4.</PanelNote>
      <Faults of={errors['text.questions']} />
      <Faults of={errors['text.groups']} />
      <SortableList
        items={text.groups}
        onItems={(groups) => onText(sorted({ ...text, groups }))}
        called="group"
        titleOf={({ title }, index) => `${index + 1}. ${title[locale] || title.en || 'New group'}`}
        asideOf={({ id }) => countText(inGroup(text, id).length)}
        isWrong={(index, { id }) => isWrongAt(`text.groups[${index}]`) || inGroup(text, id).some((each) => isWrongAt(questionName(each)))}
        make={() => ({ id: newId(), title: noWords })}
      >
        {(group, index, change) => (
          <>
            <WordsInput
              {...form}
              label="Title of the group"
              name={`text.groups[${index}].title`}
              words={group.title}
              onWords={(title) => change({ ...group, title })}
            />
            <SortableList
              items={inGroup(text, group.id)}
              onItems={(own) =>
                onText(sorted({ ...text, questions: [...text.questions.filter((each) => each.group !== group.id), ...own] }))
              }
              called="question"
              titleOf={(question) => question.question[locale] || question.question.en || 'New question'}
              asideOf={(question) => (question.home ? 'on the home page' : '')}
              isWrong={(_, question) => isWrongAt(questionName(question))}
              make={() => ({ id: newId(), group: group.id, home: false, question: noWords, answer: noWords })}
            >
              {(question, _, changeQuestion) => (
                <QuestionFields
                  {...form}
                  text={question}
                  name={questionName(question)}
                  groups={text.groups}
                  isNew={!savedIds.has(question.id)}
                  onText={changeQuestion}
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

type QuestionProps = FieldsProps<QuestionDraft> & { readonly name: string; readonly groups: FaqDraft['groups']; readonly isNew: boolean };

function QuestionFields({ text, onText, name, groups, isNew, ...form }: QuestionProps) {
  return (
    <div id={`question-${text.id}`} className={css.fields} tabIndex={-1}>
      <WordsInput
        {...form}
        label="Question"
        name={`${name}.question`}
        words={text.question}
        onWords={(question) => onText({ ...text, question })}
      />
      <WordsInput
        {...form}
        label="Answer"
        name={`${name}.answer`}
        rows={5}
        hint="Links to the shop’s pages are written as [services](/services)."
        words={text.answer}
        onWords={(answer) => onText({ ...text, answer })}
      />
      <div className={css.pair}>
        <ChoiceField
          label="Group"
          name={`${name}.group`}
          sending={form.sending}
          value={text.group}
          options={groups.map(({ id, title }) => ({ value: id, label: title[form.locale] || title.en || 'New group' }))}
          onValue={(group) => {
            onText({ ...text, group });
            revealQuestion(text.id);
          }}
        />
        {isNew ? (
          <DeskTextField
            label="Address, after /faq#"
            name={`${name}.id`}
            sending={form.sending}
            value={text.id}
            onValue={(id) => onText({ ...text, id: id.trim() })}
          />
        ) : null}
      </div>
      <label className={css.check}>
        <input type="checkbox" checked={text.home} onChange={({ target }) => onText({ ...text, home: target.checked })} />
        Show on the home page
      </label>
    </div>
  );
}
