// The reminders of unpaid invoices: whether they are sent, when, and what each says in each language.
import { noWords } from '#lib/locale.ts';
import type { SettingTexts } from '#modules/settings/shapes.ts';
import { CheckField, FieldError, WholeField } from '../../shared/forms/fields.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { SortableField } from '../content/sortable-list.tsx';
import { LanguageTabs, WordsInput } from '../versions/language-form.tsx';
import css from './settings.module.css';

type Reminder = SettingTexts['reminders']['reminders'][number];

export const ReminderFields = () => (
  <>
    <Panel title="Sending">
      <PanelNote>
        Off until you turn it on. Each reminder goes out once, by email, with the open amount, the reference, your account and a link to the
        invoice. Settled and cancelled invoices get none. This is not legal advice: ask your lawyer.
      </PanelNote>
      <div className={css.fields}>
        <CheckField name="text.send" className={css.check}>
          Send reminders of invoices that are overdue
        </CheckField>
      </div>
    </Panel>
    <Panel title="Reminders">
      <FieldError name="text.reminders" />
      <LanguageTabs name="text.reminders">
        <SortableField
          name="text.reminders"
          called="reminder"
          getTitle={({ days, title }: Reminder, index) =>
            `${index + 1}. ${title.en || 'New reminder'}${Number.isFinite(days) ? `, after ${days} days` : ''}`
          }
          isFolded
          make={(): Reminder => ({ days: Number.NaN, title: noWords, text: noWords })}
        >
          {(name) => (
            <>
              <WholeField label="Days after the last day to pay" name={`${name}.days`} />
              <WordsInput label="Title" name={`${name}.title`} />
              <WordsInput label="Text" name={`${name}.text`} rows={4} />
            </>
          )}
        </SortableField>
      </LanguageTabs>
    </Panel>
  </>
);
