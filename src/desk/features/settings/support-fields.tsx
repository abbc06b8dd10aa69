// The fields of the support: the time for an answer, the hours, and the canned answers in each language.
import { noWords } from '#lib/locale.ts';
import type { CannedDraft } from '#modules/settings/shapes.ts';
import { CheckField, TextField } from '../../shared/forms/fields.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { SortableField } from '../content/sortable-list.tsx';
import { LanguageTabs, WordsInput } from '../versions/language-form.tsx';
import { HoursFields } from './hours-fields.tsx';
import css from './settings.module.css';

/** Random, so that the additions of two owners are not taken for the same one. */
const newId = (): string => `answer-${Math.random().toString(36).slice(2, 7)}`;

export const SupportFields = () => (
  <>
    <Panel title="Tickets">
      <div className={css.fields}>
        <TextField
          label="Answer within, in hours of support"
          name="text.firstAnswerHours"
          inputMode="numeric"
          hint="The desk shows the deadline of the first answer. With hours from 09:00 to 17:00, 8 is the same time of the next open day."
        />
        <CheckField name="text.promised" className={css.check}>
          Promise the first answer by this time, on the contact page and in the confirmation
        </CheckField>
      </div>
    </Panel>
    <HoursFields />
    <Panel title="Canned answers">
      <PanelNote>
        {
          'Operators choose one and can change it before they send it. {name} is the customer, {number} the ticket, {operator} the operator.'
        }
      </PanelNote>
      <LanguageTabs name="text.canned">
        <SortableField
          name="text.canned"
          called="answer"
          titleOf={({ title }, index) => `${index + 1}. ${title || 'New answer'}`}
          isFolded
          make={(): CannedDraft => ({ id: newId(), title: '', text: noWords })}
        >
          {(name) => (
            <>
              <TextField label="Title" name={`${name}.title`} hint="Seen by operators only." />
              <WordsInput label="Text" name={`${name}.text`} rows={8} />
            </>
          )}
        </SortableField>
      </LanguageTabs>
    </Panel>
  </>
);
