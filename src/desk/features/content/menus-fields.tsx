// The fields of the menus: the links of header and footer.

import { Link } from '@tanstack/react-router';
import { builtInLocales, locales, noWords, type Words } from '#lib/locale.ts';
import type { ContentTexts } from '#modules/content/shapes-pages.ts';
import { Button } from '#ui/display/button.tsx';
import { ChoiceField, FieldError, TextField, useField } from '../../shared/forms/fields.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { useFormLanguage, WordsInput } from '../versions/language-form.tsx';
import css from './content.module.css';
import { SortableField } from './sortable-list.tsx';

type Menus = ContentTexts['menus'];
type MenuLink = Menus['header'][number];

export function MenusFields() {
  const locale = useFormLanguage();
  return (
    <>
      <Panel title="Header">
        <PanelNote>The logo, the search, the cart and the log-in are always there.</PanelNote>
        <LinkList name="text.header" />
      </Panel>
      <Panel title="Footer">
        <PanelNote>
          Up to three columns. The text and the profiles beside them belong to the <Link to="/brand">brand</Link>.
        </PanelNote>
        <FieldError name="text.columns" />
        <SortableField<Menus['columns'][number]>
          name="text.columns"
          called="column"
          getTitle={({ title }, index) => `${index + 1}. ${title[locale] || title.en || 'New column'}`}
          isFolded
          make={() => ({ title: noWords, links: [{ to: '', label: noWords }] })}
        >
          {(name) => (
            <>
              <WordsInput label="Title of the column" name={`${name}.title`} />
              <LinkList name={`${name}.links`} />
            </>
          )}
        </SortableField>
        <NoteField />
      </Panel>
    </>
  );
}

function LinkList({ name }: { readonly name: string }) {
  const locale = useFormLanguage();
  return (
    <>
      <FieldError name={name} />
      <SortableField<MenuLink>
        name={name}
        called="link"
        getTitle={({ label }, index) => label[locale] || label.en || `link ${index + 1}`}
        make={() => ({ to: '', label: noWords })}
      >
        {(link, { languages }) => (
          <div className={css.pair}>
            <WordsInput label="Label" name={`${link}.label`} />
            <TextField
              label="Leads to"
              name={`${link}.to`}
              inputMode="url"
              spellCheck={false}
              placeholder="/services"
              parse={(to) => to.trim()}
            />
            <ChoiceField
              label="Shown in"
              name={`${link}.languages`}
              options={listLanguageOptions(languages)}
              parse={(chosen) => (chosen ? chosen.split(',') : undefined)}
            />
          </div>
        )}
      </SortableField>
    </>
  );
}

/** Every language, each one alone, and what the file has if that is something else. */
function listLanguageOptions(languages: MenuLink['languages']) {
  const each = builtInLocales.map((locale) => ({ value: locale as string, label: locales[locale].name as string }));
  const chosen = languages?.join() ?? '';
  const isListed = chosen === '' || each.some(({ value }) => value === chosen);
  return [{ value: '', label: 'Every language' }, ...each, ...(isListed ? [] : [{ value: chosen, label: languages?.join(', ') ?? '' }])];
}

function NoteField() {
  const { value: note, change } = useField<Words | undefined>('text.note');
  return (
    <>
      {note ? <WordsInput label="Note at the end of the footer" name="text.note" rows={2} /> : null}
      <div>
        <Button text={note ? 'Remove the note' : 'Add a note'} small onClick={() => change(note ? undefined : noWords)} />
      </div>
    </>
  );
}
