// Which column of each file has what, and the system that the files come from.

import { type MoveFileName, moveColumns, moveFileNames } from '#modules/moving/shapes-fields.ts';
import type { DeskOutput, DeskSent } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { ChoiceField } from '../../shared/forms/fields.tsx';
import { Fold } from '../../shared/forms/fold.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { Panel } from '../../shared/layout/panel.tsx';
import styles from '../imports/column-form.module.css';
import type { MoveResult } from './move-report.tsx';

export type MoveFiles = DeskOutput<'POST /api/moving/upload'>;
type Chosen = DeskSent<'POST /api/moving/check'>;
type MappedFile = MoveFiles[number] & { readonly kind: MoveFileName };

type Props = {
  readonly id: string;
  readonly files: MoveFiles;
  readonly onChange: () => void;
  readonly onChecked: (chosen: Chosen, result: MoveResult) => void;
};

const systems = [
  { value: 'csv', label: 'Plain files' },
  { value: 'stripe', label: 'Exports of Stripe' },
];
const isKind = (name: string): name is MoveFileName => (moveFileNames as readonly string[]).includes(name);

export function MoveColumnForm({ id, files, onChange, onChecked }: Props) {
  const mapped = files.flatMap((file): MappedFile[] => {
    const kind = file.name.replace(/\.csv$/, '');
    return file.columns && isKind(kind) ? [{ ...file, kind }] : [];
  });
  const others = files.length - mapped.length;
  const form = useDeskForm({
    values: { system: 'csv', ...Object.fromEntries(mapped.map(({ kind, columns }) => [kind, columns ?? {}])) },
    send: async ({ system, ...columns }: { readonly system: string } & Record<string, unknown>) => {
      const chosen = { id, system, columns: dropUnmapped(columns) } as Chosen;
      onChecked(chosen, await callDesk('POST /api/moving/check', chosen));
    },
    afterwards: 'editing',
  });
  return (
    <Panel title="Columns">
      <Form form={form} onChange={onChange} submit="Check without moving" isQuiet>
        <div className={styles.fields}>
          <ChoiceField label="System" name="system" options={systems} />
        </div>
        {mapped.map(({ kind, name, rows, head, columns }) => (
          <Fold key={name} isOpen={false}>
            <summary>
              {name}: {rows.toLocaleString('en')} {rows === 1 ? 'row' : 'rows'}, {Object.keys(columns ?? {}).length} of{' '}
              {moveColumns[kind].length} columns found
            </summary>
            <div className={styles.fields}>
              {moveColumns[kind].map((field) => (
                <ChoiceField
                  key={field}
                  label={field}
                  name={`${kind}.${field}`}
                  parse={(column) => (column === '' ? undefined : Number(column))}
                  options={[
                    { value: '', label: 'No column' },
                    ...head.map((title, index) => ({ value: String(index), label: `${index + 1}. ${title}` })),
                  ]}
                />
              ))}
            </div>
          </Fold>
        ))}
        {others > 0 ? (
          <p>
            {others.toLocaleString('en')} other {others === 1 ? 'file' : 'files'}
          </p>
        ) : null}
      </Form>
    </Panel>
  );
}

/** Of each file, the fields that have a column. */
const dropUnmapped = (columns: Record<string, unknown>): Record<string, Record<string, number>> =>
  Object.fromEntries(
    Object.entries(columns).map(([file, fields]) => [
      file,
      Object.fromEntries(
        Object.entries(fields as Record<string, number | undefined>).flatMap(([field, at]) => (at === undefined ? [] : [[field, at]])),
      ),
    ]),
  );
