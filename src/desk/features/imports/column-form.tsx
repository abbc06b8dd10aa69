// Chooses which column of a file has what, beside the file's first rows.
import { ChoiceField } from '../../shared/forms/fields.tsx';
import { Fold } from '../../shared/forms/fold.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { cell, Table } from '../../shared/layout/table.tsx';
import styles from './column-form.module.css';

type FieldGroup = {
  /** Folded under this; absent: always open. */
  readonly title?: string;
  readonly fields: readonly { readonly field: string; readonly label: string }[];
};
type ImportOption = {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
};

export type ColumnFormProps<Chosen> = {
  readonly groups: readonly FieldGroup[];
  /** Choices about the whole file. */
  readonly options: readonly ImportOption[];
  readonly preview: { readonly head: readonly string[]; readonly sample: readonly (readonly string[])[]; readonly columns: object };
  readonly initial: Chosen;
  readonly onChange: () => void;
  readonly onCheck: (chosen: Chosen) => Promise<unknown>;
};

/** A dot in the name of a field, as in "summary.en", is no path in the form. */
const toName = (field: string): string => field.replaceAll('.', ':');
const toField = (name: string): string => name.replaceAll(':', '.');
const renameKeys = (values: object, rename: (name: string) => string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));

export function ColumnForm<Chosen extends object>({ groups, options, preview, initial, onChange, onCheck }: ColumnFormProps<Chosen>) {
  const { head, sample } = preview;
  const form = useDeskForm({
    values: renameKeys(initial, toName),
    send: (values) => onCheck(renameKeys(values, toField) as Chosen),
    fieldAt: toName,
    afterwards: 'editing',
  });
  const { errors } = form.formState;
  const chosen = form.watch();
  const columnOptions = [
    { value: '', label: 'No column' },
    ...head.map((name, index) => ({ value: String(index), label: formatTitle(name, index) })),
  ];
  const renderFields = ({ fields }: FieldGroup) => (
    <div className={styles.fields}>
      {fields.map(({ field, label }) => (
        <ChoiceField
          key={field}
          label={label}
          name={toName(field)}
          parse={(column) => (column === '' ? undefined : Number(column))}
          options={columnOptions}
        />
      ))}
    </div>
  );
  return (
    <Form form={form} onChange={onChange} submit="Check without importing" isQuiet>
      {groups.map((group) =>
        group.title === undefined ? (
          <div key="">{renderFields(group)}</div>
        ) : (
          <Fold key={group.title} isOpen={group.fields.some(({ field }) => errors[toName(field)])}>
            <summary>
              {group.title} ({group.fields.filter(({ field }) => chosen[toName(field)] !== undefined).length} of {group.fields.length}{' '}
              found)
            </summary>
            {renderFields(group)}
          </Fold>
        ),
      )}
      <div className={styles.fields}>
        {options.map(({ name, label, options: choices }) => (
          <ChoiceField key={name} label={label} name={name} parse={(choice) => choice || undefined} options={choices} />
        ))}
      </div>
      <Table label="First rows of the file" heads={head.map(formatTitle)}>
        {sample.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file never change.
          <tr key={row}>
            {head.map((name, index) => (
              <td key={formatTitle(name, index)} className={cell.grow}>
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
const formatTitle = (name: string, index: number): string => (name === '' ? `Column ${index + 1}` : `${index + 1}. ${name}`);
