// The fields of the support: the time for an answer, the hours, and the canned answers in each language.
import { noWords } from '#lib/locale.ts';
import type { SupportDraft } from '#modules/desk/settings/shapes.ts';
import { DeskTextField } from '../../shared/forms/stateful-form.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { LanguageTabs, WordsInput } from '../content/language-tabs.tsx';
import { SortableList } from '../content/sortable-list.tsx';
import { HoursFields } from './hours-fields.tsx';
import type { TranslatedFields } from './setting-fields.ts';
import css from './settings.module.css';

/** Random, so that the additions of two owners are not taken for the same one. */
const newId = (): string => `answer-${Math.random().toString(36).slice(2, 7)}`;

export function SupportFields({ text, onText, sending, locale, setLocale }: TranslatedFields<SupportDraft>) {
  const wrong = Object.keys(sending.failure?.errors ?? {});
  return (
    <>
      <Panel title="Tickets">
        <div className={css.fields}>
          <DeskTextField
            label="Answer within, in hours of support"
            name="text.firstAnswerHours"
            sending={sending}
            inputMode="numeric"
            hint="The desk shows the deadline of the first answer. With hours from 09:00 to 17:00, 8 is the same time of the next open day."
            value={text.firstAnswerHours}
            onValue={(firstAnswerHours) => onText({ ...text, firstAnswerHours })}
          />
          <label className={css.check}>
            <input type="checkbox" checked={text.promised} onChange={({ target }) => onText({ ...text, promised: target.checked })} />
            Promise the first answer by this time, on the contact page and in the confirmation
          </label>
        </div>
      </Panel>
      <HoursFields {...{ text, onText, sending, locale, setLocale }} />
      <Panel title="Canned answers">
        <PanelNote>
          {
            'Operators choose one and can change it before they send it. {name} is the customer, {number} the ticket, {operator} the operator.'
          }
        </PanelNote>
        <LanguageTabs text={text.canned} chosen={locale} choose={setLocale}>
          <SortableList
            items={text.canned}
            onItems={(canned) => onText({ ...text, canned })}
            called="answer"
            titleOf={({ title }, index) => `${index + 1}. ${title || 'New answer'}`}
            isWrong={(index) => wrong.some((field) => field.startsWith(`text.canned[${index}]`))}
            make={() => ({ id: newId(), title: '', text: noWords })}
          >
            {(answer, index, change) => (
              <>
                <DeskTextField
                  label="Title"
                  name={`text.canned[${index}].title`}
                  sending={sending}
                  hint="Seen by operators only."
                  value={answer.title}
                  onValue={(title) => change({ ...answer, title })}
                />
                <WordsInput
                  locale={locale}
                  sending={sending}
                  label="Text"
                  name={`text.canned[${index}].text`}
                  rows={8}
                  words={answer.text}
                  onWords={(words) => change({ ...answer, text: words })}
                />
              </>
            )}
          </SortableList>
        </LanguageTabs>
      </Panel>
    </>
  );
}
