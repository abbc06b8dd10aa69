// When support answers: the hours of each weekday, and the holidays with their names in each language.
import { noWords } from '#lib/locale.ts';
import type { SupportDraft } from '#modules/desk/settings/shapes.ts';
import { weekdayNames, weekdays } from '#modules/support/hours/shapes-names.ts';
import { DeskTextField } from '../../shared/forms/stateful-form.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { LanguageTabs, WordsInput } from '../content/language-tabs.tsx';
import { SortableList } from '../content/sortable-list.tsx';
import type { TranslatedFields } from './setting-fields.ts';
import css from './settings.module.css';

export function HoursFields({ text, onText, sending, locale, setLocale }: TranslatedFields<SupportDraft>) {
  const { hours, holidays } = text;
  const wrong = sending.failure?.errors ?? {};
  const [closed, covered] = [wrong['text.hours'], wrong['text.holidays']];
  return (
    <>
      <Panel title="Hours">
        <PanelNote>
          In the shop’s time zone, which is in brand.yaml: 09:00-17:00, or 09:00-12:00, 13:00-17:00 with a break. 00:00-24:00 is all day, an
          empty field closed.
        </PanelNote>
        {closed ? <strong className={css.wrong}>{closed.join(' ')}</strong> : null}
        <div className={css.countries}>
          {weekdays.map((day) => (
            <DeskTextField
              key={day}
              label={weekdayNames[day]}
              name={`text.hours.${day}`}
              sending={sending}
              placeholder="closed"
              value={hours[day]}
              onValue={(typed) => onText({ ...text, hours: { ...hours, [day]: typed } })}
            />
          ))}
        </div>
      </Panel>
      <Panel title="Holidays">
        <PanelNote>Support is closed then, so answers are due later. The delivery dates of orders stay.</PanelNote>
        {covered ? <strong className={css.wrong}>{covered.join(' ')}</strong> : null}
        <LanguageTabs text={holidays} chosen={locale} choose={setLocale}>
          <SortableList
            items={holidays}
            onItems={(changed) => onText({ ...text, holidays: changed })}
            called="holiday"
            titleOf={({ day, name }, index) => `${index + 1}. ${[day, name.en].filter(Boolean).join(' ') || 'New holiday'}`}
            isWrong={(index) => Object.keys(wrong).some((field) => field.startsWith(`text.holidays[${index}]`))}
            make={() => ({ day: '', until: '', name: noWords })}
          >
            {(holiday, index, change) => (
              <>
                <div className={css.currency}>
                  <DeskTextField
                    label="Day"
                    name={`text.holidays[${index}].day`}
                    sending={sending}
                    hint="2026-12-24, or 12-24 every year"
                    value={holiday.day}
                    onValue={(day) => change({ ...holiday, day })}
                  />
                  <DeskTextField
                    label="Last day"
                    name={`text.holidays[${index}].until`}
                    sending={sending}
                    hint="Empty: one day"
                    value={holiday.until}
                    onValue={(until) => change({ ...holiday, until })}
                  />
                </div>
                <WordsInput
                  locale={locale}
                  sending={sending}
                  label="Name"
                  name={`text.holidays[${index}].name`}
                  words={holiday.name}
                  onWords={(name) => change({ ...holiday, name })}
                />
              </>
            )}
          </SortableList>
        </LanguageTabs>
      </Panel>
    </>
  );
}
