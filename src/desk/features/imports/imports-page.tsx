// Imports customers from a CSV file.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import type { ImportOutcome, ImportPreview } from '#modules/clients/imports/shapes.ts';
import { type ImportField, importFields, MAX_IMPORT_ROWS } from '#modules/clients/imports/shapes-fields.ts';
import { callDesk } from '../../shared/api/client.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { ImportHistory, type UndoneReport } from './import-history.tsx';
import { type ImportKind, ImportSteps } from './import-steps.tsx';
import { formatCount, getBeVerb } from './outcome-table.tsx';

type ChosenColumns = ImportPreview['columns'] & { readonly locale: BuiltInLocale };

const labels: Readonly<Record<ImportField, string>> = {
  email: 'Email',
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  language: 'Language',
  tags: 'Tags',
  notes: 'Notes',
};

const countRows = ({ rows }: ImportOutcome, wanted: ImportOutcome['rows'][number]['outcome']): number =>
  rows.filter(({ outcome }) => outcome === wanted).length;

/** "3 customers would be created; 1 exists already and is skipped; 2 rows are refused." */
function formatSummary(outcome: ImportOutcome): string {
  const [created, exist, refused] = [countRows(outcome, 'create'), countRows(outcome, 'exists'), countRows(outcome, 'refuse')];
  const isDone = outcome.importId !== null;
  const parts = [
    `${formatCount(created, 'customer')} ${isDone ? `${getBeVerb(created, isDone)} created` : 'would be created'}`,
    ...(exist > 0 ? [`${formatCount(exist, 'exists', 'exist')} already and ${getBeVerb(exist, isDone)} skipped`] : []),
    ...(refused > 0 ? [`${formatCount(refused, 'row')} ${getBeVerb(refused, isDone)} refused`] : []),
  ];
  return `${parts.join('; ')}.`;
}

const customers: ImportKind<ChosenColumns, ImportOutcome> = {
  title: 'Import customers',
  beside: <Link to="/customers">Customers</Link>,
  about: `One customer per row, at most ${MAX_IMPORT_ROWS.toLocaleString('en')} rows and 2 MB. The first row names the columns. No email is sent: imported customers set a password through “Forgot password”.`,
  groups: [{ fields: importFields.map((field) => ({ field, label: labels[field] })) }],
  options: [
    {
      name: 'locale',
      label: 'Default language',
      options: builtInLocales.map((locale) => ({ value: locale, label: locales[locale].name })),
    },
  ],
  initial: { locale: 'en' },
  preview: (file) => callDesk('POST /api/customers/import/preview', { file: file.name }, { file }),
  check: (file, columns) => callDesk('POST /api/customers/import/check', { ...columns, file: file.name }, { file }),
  run: async (file, columns) => {
    const outcome = await callDesk('POST /api/customers/import', { ...columns, file: file.name }, { file });
    await refetchCall('GET /api/customers/imports');
    return outcome;
  },
  action: (outcome) => {
    const created = countRows(outcome, 'create');
    return created === 0 ? undefined : `Import ${formatCount(created, 'customer')}`;
  },
  summary: formatSummary,
  subject: 'Email',
  rows: ({ rows }) => rows.map(({ email, ...row }) => ({ ...row, subject: email })),
};

export const ImportsPage = (): ReactNode => (
  <>
    <ImportSteps kind={customers} />
    <CustomerImports />
  </>
);

/** Earlier imports of customers. */
function CustomerImports() {
  const query = useQuery(deskQuery('GET /api/customers/imports'));
  return (
    <DeskQueryState query={query}>
      {(imports) => (
        <ImportHistory
          imports={imports.map((row) => ({
            ...row,
            result: `${row.created} created, ${row.skipped} skipped, ${row.refused} refused`,
            undone: `Undone, ${row.removed} removed`,
            mayUndo: row.created > 0,
          }))}
          about="Removes the accounts that this import created, with their notes and tags. Accounts stay if they have a password, an order, a balance, a ticket or a newer note."
          onUndo={undo}
        />
      )}
    </DeskQueryState>
  );
}

async function undo(id: string): Promise<UndoneReport> {
  const { removed, kept } = await callDesk('POST /api/customers/import/undo', { id });
  await refetchCall('GET /api/customers/imports');
  return {
    sentence: `${formatCount(removed, 'account')} ${getBeVerb(removed, true)} removed.`,
    clients: kept.map((account) => ({
      id: account.id,
      link: (
        <Link to="/customers/$id" params={{ id: account.id }}>
          {account.name || account.email}
        </Link>
      ),
      reason: account.reason,
    })),
  };
}
