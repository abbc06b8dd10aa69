// The fields of the menus: the links of header and footer.
import { Link } from '@tanstack/react-router';
import { builtInLocales, locales, noWords } from '#lib/locale.ts';
import type { LinkDraft, MenusDraft } from '#modules/texts/content/shapes.ts';
import button from '#ui/styles/button.module.css';
import { ChoiceField, DeskTextField } from '../../shared/forms/stateful-form.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import css from './content.module.css';
import { Faults, type FieldsProps } from './home-fields.tsx';
import { type LanguageForm, WordsInput } from './language-tabs.tsx';
import { SortableList } from './sortable-list.tsx';

export function MenusFields({ text, onText, ...form }: FieldsProps<MenusDraft>) {
  const { locale, sending } = form;
  const errors = sending.failure?.errors ?? {};
  const wrong = Object.keys(errors);
  return (
    <>
      <Panel title="Header">
        <PanelNote>The logo, the search, the cart and the log-in are always there.</PanelNote>
        <Faults of={errors['text.header']} />
        <LinkList {...form} links={text.header} name="text.header" onLinks={(header) => onText({ ...text, header })} />
      </Panel>
      <Panel title="Footer">
        <PanelNote>
          Up to three columns. The text and the profiles beside them belong to the <Link to="/brand">brand</Link>.
        </PanelNote>
        <Faults of={errors['text.columns']} />
        <SortableList
          items={text.columns}
          onItems={(columns) => onText({ ...text, columns })}
          called="column"
          titleOf={({ title }, index) => `${index + 1}. ${title[locale] || title.en || 'New column'}`}
          isWrong={(index) => wrong.some((field) => field.startsWith(`text.columns[${index}]`))}
          make={() => ({ title: noWords, links: [{ to: '', label: noWords }] })}
        >
          {(column, index, change) => (
            <>
              <WordsInput
                {...form}
                label="Title of the column"
                name={`text.columns[${index}].title`}
                words={column.title}
                onWords={(title) => change({ ...column, title })}
              />
              <Faults of={errors[`text.columns[${index}].links`]} />
              <LinkList
                {...form}
                links={column.links}
                name={`text.columns[${index}].links`}
                onLinks={(links) => change({ ...column, links })}
              />
            </>
          )}
        </SortableList>
        <NoteField {...form} text={text} onText={onText} />
      </Panel>
    </>
  );
}

type LinksProps = LanguageForm & {
  readonly links: readonly LinkDraft[];
  readonly name: string;
  readonly onLinks: (links: LinkDraft[]) => void;
};

const LinkList = ({ links, name, onLinks, ...form }: LinksProps) => (
  <SortableList
    items={links}
    onItems={onLinks}
    called="link"
    titleOf={({ label }, index) => label[form.locale] || label.en || `link ${index + 1}`}
    make={(): LinkDraft => ({ to: '', label: noWords })}
  >
    {(link, index, change) => (
      <div className={css.pair}>
        <WordsInput
          {...form}
          label="Label"
          name={`${name}[${index}].label`}
          words={link.label}
          onWords={(label) => change({ ...link, label })}
        />
        <DeskTextField
          label="Leads to"
          name={`${name}[${index}].to`}
          sending={form.sending}
          value={link.to}
          inputMode="url"
          spellCheck={false}
          placeholder="/services"
          onValue={(to) => change({ ...link, to: to.trim() })}
        />
        <ChoiceField
          label="Shown in"
          name={`${name}[${index}].languages`}
          sending={form.sending}
          value={link.languages?.join() ?? ''}
          options={languageOptions(link)}
          onValue={(chosen) => change(withLanguages(link, chosen))}
        />
      </div>
    )}
  </SortableList>
);

/** Every language, each one alone, and what the file has if that is something else. */
function languageOptions({ languages }: LinkDraft) {
  const each = builtInLocales.map((locale) => ({ value: locale as string, label: locales[locale].name as string }));
  const chosen = languages?.join() ?? '';
  const isListed = chosen === '' || each.some(({ value }) => value === chosen);
  return [{ value: '', label: 'Every language' }, ...each, ...(isListed ? [] : [{ value: chosen, label: languages?.join(', ') ?? '' }])];
}

function withLanguages({ languages: _, ...link }: LinkDraft, chosen: string): LinkDraft {
  return chosen ? { ...link, languages: chosen.split(',') } : link;
}

function NoteField({ text: { note, ...text }, onText, ...form }: FieldsProps<MenusDraft>) {
  const act = note ? { label: 'Remove the note', next: text } : { label: 'Add a note', next: { ...text, note: noWords } };
  return (
    <>
      {note ? (
        <WordsInput
          {...form}
          label="Note at the end of the footer"
          name="text.note"
          rows={2}
          words={note}
          onWords={(changed) => onText({ ...text, note: changed })}
        />
      ) : null}
      <div>
        <button className={`${button.quiet} ${button.small}`} type="button" onClick={() => onText(act.next)}>
          {act.label}
        </button>
      </div>
    </>
  );
}
