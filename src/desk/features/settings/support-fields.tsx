// The fields of the support: the time for an answer, the hours, and the canned answers in each language.

import { noWords } from '#lib/locale.ts';
import { weekdays } from '#lib/time/calendar.ts';
import type { SettingTexts } from '#modules/settings/shapes.ts';
import { weekdayNames } from '#modules/support/hours/shapes-names.ts';
import { CheckField, CheckList, ChoiceField, FieldError, TextField, WholeField } from '../../shared/forms/fields.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { SortableField } from '../content/sortable-list.tsx';
import { LanguageTabs, WordsInput } from '../versions/language-form.tsx';
import list from '../versions/versions.module.css';
import css from './settings.module.css';

type Support = SettingTexts['support'];

/** Random, so that the additions of two owners are not taken for the same one. */
const createId = (): string => `answer-${Math.random().toString(36).slice(2, 7)}`;

export const SupportFields = () => (
  <>
    <Panel title="Tickets">
      <div className={css.fields}>
        <WholeField
          label="Answer within, in hours of support"
          name="text.firstAnswerHours"
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
          'Operators choose one and can change it before they send it. {name} is the customer, {number} the ticket or the order, {operator} the operator. For messages about a piece also {service}, {due}, when it is expected, and {link}, its page.'
        }
      </PanelNote>
      <LanguageTabs name="text.canned">
        <SortableField
          name="text.canned"
          called="answer"
          getTitle={({ title }, index) => `${index + 1}. ${title || 'New answer'}`}
          isFolded
          make={(): Support['canned'][number] => ({ id: createId(), title: '', text: noWords })}
        >
          {(name) => (
            <>
              <TextField label="Title" name={`${name}.title`} hint="Seen by operators only." />
              <ChoiceField
                label="For"
                name={`${name}.for`}
                options={[
                  { value: 'tickets', label: 'Replies to tickets' },
                  { value: 'pieces', label: 'Messages about a piece' },
                ]}
                parse={(use) => (use === 'tickets' ? undefined : use)}
                format={(use: string) => use || 'tickets'}
              />
              <WordsInput label="Text" name={`${name}.text`} rows={8} />
            </>
          )}
        </SortableField>
      </LanguageTabs>
    </Panel>
  </>
);

/** When support answers and work is done, and the holidays with their names in each language. */
const HoursFields = () => (
  <>
    <Panel title="Hours">
      <PanelNote>
        In the shop’s time zone, which is in brand.yaml: 09:00-17:00, or 09:00-12:00, 13:00-17:00 with a break. 00:00-24:00 is all day, an
        empty field closed.
      </PanelNote>
      <FieldError name="text.hours" />
      <div className={css.countries}>
        {weekdays.map((day) => (
          <TextField key={day} label={weekdayNames[day]} name={`text.hours.${day}`} placeholder="closed" />
        ))}
      </div>
    </Panel>
    <Panel title="Business days">
      <PanelNote>
        Turnaround in business days counts these days, without holidays, in the shop’s time zone. Dates that were given stay.
      </PanelNote>
      <CheckList
        name="text.businessDays"
        legend="Work is done on"
        className={list.group}
        boxes={css.countries}
        box={css.check}
        options={weekdays.map((day) => ({ value: day, label: weekdayNames[day] }))}
      />
    </Panel>
    <Panel title="Holidays">
      <PanelNote>Support is closed and no business day counts, so answers and work are due later. Dates that were given stay.</PanelNote>
      <FieldError name="text.holidays" />
      <LanguageTabs name="text.holidays">
        <SortableField
          name="text.holidays"
          called="holiday"
          getTitle={({ day, name }, index) => `${index + 1}. ${[day, name.en].filter(Boolean).join(' ') || 'New holiday'}`}
          isFolded
          make={(): Support['holidays'][number] => ({ day: '', name: noWords })}
        >
          {(name) => (
            <>
              <div className={css.currency}>
                <TextField label="Day" name={`${name}.day`} hint="2026-12-24, or 12-24 every year" />
                <TextField label="Last day" name={`${name}.until`} hint="Empty: one day" parse={(text) => text.trim() || undefined} />
              </div>
              <WordsInput label="Name" name={`${name}.name`} />
            </>
          )}
        </SortableField>
      </LanguageTabs>
    </Panel>
  </>
);
