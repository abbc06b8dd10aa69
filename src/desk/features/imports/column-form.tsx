// Chooses which column of a file has what, beside the file's first rows.
import { useState } from 'react';
import { type Locale, localeNames, locales } from '../../../lib/locale.ts';
import type { ImportPreview } from '../../../modules/desk/imports/shapes.ts';
import { type ImportField, importFields } from '../../../modules/desk/imports/shapes-fields.ts';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import { DeskApiError } from '../../shared/api/client.ts';
import { ChoiceField, Form } from '../../shared/forms/form.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import styles from './column-form.module.css';

export type ChosenColumns = ImportPreview['columns'] & { readonly locale: Locale };

const labels: Readonly<Record<ImportField, string>> = {
  email: 'Email',
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  language: 'Language',
  tags: 'Tags',
  notes: 'Notes',
};
const localeOptions = localeNames.map((locale) => ({ value: locale, label: locales[locale].name }));

type Props = {
  readonly preview: ImportPreview;
  readonly onChange: () => void;
  readonly onCheck: (columns: ChosenColumns) => Promise<unknown>;
};

export function ColumnForm({ preview: { head, sample, columns: guessed }, onChange, onCheck }: Props) {
  const sending = useMutation(DeskApiError);
  const [chosen, setChosen] = useState<ChosenColumns>({ ...guessed, locale: 'en' });
  const change = (changes: Partial<ChosenColumns>) => {
    setChosen((before) => ({ ...before, ...changes }));
    onChange();
  };
  const columnOptions = [
    { value: '', label: 'No column' },
    ...head.map((name, index) => ({ value: String(index), label: titleOf(name, index) })),
  ];
  return (
    <Form sending={sending} onSend={() => onCheck(chosen)} submit="Check without importing" isQuiet>
      <div className={styles.fields}>
        {importFields.map((field) => (
          <ChoiceField
            key={field}
            label={labels[field]}
            name={field}
            value={chosen[field] === undefined ? '' : String(chosen[field])}
            onValue={(value) => change({ [field]: value === '' ? undefined : Number(value) })}
            options={columnOptions}
            sending={sending}
          />
        ))}
        <ChoiceField
          label="Default language"
          name="locale"
          value={chosen.locale}
          onValue={(locale) => change({ locale: locale as Locale })}
          options={localeOptions}
          sending={sending}
        />
      </div>
      <Table label="First rows of the file" heads={head.map(titleOf)}>
        {sample.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file never change.
          <tr key={row}>
            {head.map((name, index) => (
              <td key={titleOf(name, index)} className={cell.grow}>
                <span className={cell.clamped}>{cells[index]}</span>
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Form>
  );
}

/** Two columns may have the same name, or none. */
const titleOf = (name: string, index: number): string => (name === '' ? `Column ${index + 1}` : `${index + 1}. ${name}`);
