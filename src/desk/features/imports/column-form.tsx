// Chooses which column of a file has what, beside the file's first rows.
import { useState } from 'react';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { DeskApiError } from '../../shared/api/client.ts';
import { ChoiceField, Form } from '../../shared/forms/stateful-form.tsx';
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

export function ColumnForm<Chosen extends object>({ groups, options, preview, initial, onChange, onCheck }: ColumnFormProps<Chosen>) {
  const { head, sample } = preview;
  const sending = useMutation(DeskApiError);
  const [chosen, setChosen] = useState(initial);
  const values = chosen as Readonly<Record<string, unknown>>;
  const change = (name: string, value: string | number | undefined) => {
    setChosen((before) => ({ ...before, [name]: value }));
    onChange();
  };
  const columnOptions = [
    { value: '', label: 'No column' },
    ...head.map((name, index) => ({ value: String(index), label: titleOf(name, index) })),
  ];
  const fieldsOf = ({ fields }: FieldGroup) => (
    <div className={styles.fields}>
      {fields.map(({ field, label }) => (
        <ChoiceField
          key={field}
          label={label}
          name={field}
          value={values[field] === undefined ? '' : String(values[field])}
          onValue={(value) => change(field, value === '' ? undefined : Number(value))}
          options={columnOptions}
          sending={sending}
        />
      ))}
    </div>
  );
  return (
    <Form sending={sending} onSend={() => onCheck(chosen)} submit="Check without importing" isQuiet>
      {groups.map((group) =>
        group.title === undefined ? (
          <div key="">{fieldsOf(group)}</div>
        ) : (
          <details key={group.title} open={group.fields.some(({ field }) => sending.failure?.errors[field])}>
            <summary>
              {group.title} ({group.fields.filter(({ field }) => values[field] !== undefined).length} of {group.fields.length} found)
            </summary>
            {fieldsOf(group)}
          </details>
        ),
      )}
      <div className={styles.fields}>
        {options.map(({ name, label, options: choices }) => (
          <ChoiceField
            key={name}
            label={label}
            name={name}
            value={String(values[name] ?? '')}
            onValue={(value) => change(name, value === '' ? undefined : value)}
            options={choices}
            sending={sending}
          />
        ))}
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
