// When support answers: the hours of each weekday, and the holidays with their names in each language.
import { noWords } from '#lib/locale.ts';
import type { HolidayDraft } from '#modules/settings/shapes.ts';
import { weekdayNames, weekdays } from '#modules/support/hours/shapes-names.ts';
import { FieldError, TextField } from '../../shared/forms/fields.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { SortableField } from '../content/sortable-list.tsx';
import { LanguageTabs, WordsInput } from '../versions/language-form.tsx';
import css from './settings.module.css';

export const HoursFields = () => (
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
    <Panel title="Holidays">
      <PanelNote>Support is closed then, so answers are due later. The delivery dates of orders stay.</PanelNote>
      <FieldError name="text.holidays" />
      <LanguageTabs name="text.holidays">
        <SortableField
          name="text.holidays"
          called="holiday"
          titleOf={({ day, name }, index) => `${index + 1}. ${[day, name.en].filter(Boolean).join(' ') || 'New holiday'}`}
          isFolded
          make={(): HolidayDraft => ({ day: '', until: '', name: noWords })}
        >
          {(name) => (
            <>
              <div className={css.currency}>
                <TextField label="Day" name={`${name}.day`} hint="2026-12-24, or 12-24 every year" />
                <TextField label="Last day" name={`${name}.until`} hint="Empty: one day" />
              </div>
              <WordsInput label="Name" name={`${name}.name`} />
            </>
          )}
        </SortableField>
      </LanguageTabs>
    </Panel>
  </>
);
