// Imports services from a CSV file. New ones are not sold until they are published in the catalogue.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { builtInLocales, locales } from '#lib/locale.ts';
import { type CurrencyCode, currencyCode } from '#lib/money/money.ts';
import { serviceColumns } from '#modules/catalogue/spreadsheet/shapes-columns.ts';
import { MAX_SERVICE_ROWS } from '#modules/clients/imports/shapes-fields.ts';
import type { ServiceImportOutcome, ServiceImportRequest, ServicePreview } from '#modules/content/service-imports/shapes.ts';
import button from '#ui/styles/button.module.css';
import { callDesk, getAddress } from '../../shared/api/client.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { deskQuery, refetchCall } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { ImportHistory, type UndoneReport } from './import-history.tsx';
import { type ImportKind, ImportSteps } from './import-steps.tsx';
import { counted, getBeVerb } from './outcome-table.tsx';

type ChosenColumns = ServicePreview['columns'] & Pick<ServiceImportRequest, 'existing' | 'fallback'>;
type Outcome = ServiceImportOutcome['rows'][number]['outcome'];

/** Services, not rows; a row without an address is one of its own. */
const countOf = ({ rows }: ServiceImportOutcome, wanted: Outcome): number =>
  new Set(rows.flatMap(({ outcome, slug, line }) => (outcome === wanted ? [slug || line] : []))).size;

/** "2 services would be created; 1 would be changed; 3 exist already and are skipped; 1 is refused." */
function summaryOf(result: ServiceImportOutcome): string {
  const isDone = result.importId !== null;
  const [created, updated, exist, same, refused] = (['create', 'update', 'exists', 'same', 'refuse'] as const).map((outcome) =>
    countOf(result, outcome),
  ) as [number, number, number, number, number];
  const change = (count: number) => (isDone ? getBeVerb(count, isDone) : 'would be');
  const parts = [
    `${counted(created, 'service')} ${change(created)} created`,
    ...(updated > 0 ? [`${counted(updated, 'service')} ${change(updated)} changed`] : []),
    ...(exist > 0 ? [`${counted(exist, 'exists', 'exist')} already and ${getBeVerb(exist, isDone)} skipped`] : []),
    ...(same > 0 ? [`${counted(same, 'has', 'have')} no change`] : []),
    ...(refused > 0 ? [`${counted(refused, 'service')} ${getBeVerb(refused, isDone)} refused`] : []),
  ];
  return `${parts.join('; ')}.${isDone && created > 0 ? ' New services aren’t sold yet: publish each in the catalog.' : ''}`;
}

const isEssential = (field: string): boolean => field === 'slug' || field.startsWith('name.') || field.startsWith('offers.prices');

type ServiceImport = ImportKind<ChosenColumns, ServiceImportOutcome>;

function groupsOf(currencies: readonly CurrencyCode[]): ServiceImport['groups'] {
  const fieldsWith = (chosen: (field: string) => boolean) => serviceColumns(currencies).filter(({ field }) => chosen(field));
  return [
    { fields: fieldsWith(isEssential) },
    { title: 'Texts and settings of the service', fields: fieldsWith((field) => !isEssential(field) && !field.startsWith('offers.')) },
    { title: 'The offer', fields: fieldsWith((field) => !isEssential(field) && field.startsWith('offers.')) },
  ];
}

const services: Omit<ServiceImport, 'groups'> = {
  title: 'Import services',
  beside: (
    <>
      <Link to="/catalogue">Catalog</Link>
      <a className={`${button.quiet} ${button.small}`} href={getAddress('GET /api/catalogue/template')} download>
        Download a template
      </a>
    </>
  ),
  about: `One row per offer, at most ${MAX_SERVICE_ROWS} rows and 2 MB. Rows with the same address are one service. Empty cells change nothing, and nothing is removed. New services aren’t sold until you publish them.`,
  options: [
    {
      name: 'existing',
      label: 'Services that exist already',
      options: [
        { value: 'update', label: 'Change them' },
        { value: 'skip', label: 'Skip them' },
      ],
    },
    {
      name: 'fallback',
      label: 'Texts missing in a language',
      options: [
        { value: '', label: 'Refuse the service' },
        ...builtInLocales.map((locale) => ({ value: locale, label: `Use ${locales[locale].name}` })),
      ],
    },
  ],
  initial: { existing: 'update' },
  preview: (file) => callDesk('POST /api/catalogue/import/preview', { file: file.name }, { file }),
  check: (file, chosen) => callDesk('POST /api/catalogue/import/check', { ...chosen, file: file.name }, { file }),
  run: async (file, chosen) => {
    const outcome = await callDesk('POST /api/catalogue/import', { ...chosen, file: file.name }, { file });
    await refetchCall('GET /api/catalogue/imports');
    return outcome;
  },
  action: (result) => {
    const count = countOf(result, 'create') + countOf(result, 'update');
    return count === 0 ? undefined : `Import ${counted(count, 'service')}`;
  },
  summary: summaryOf,
  subject: 'Service',
  rows: ({ rows }) => rows.map(({ slug, ...row }) => ({ ...row, subject: slug })),
};

export function ServiceImportsPage(): ReactNode {
  const { sold } = useCurrencies();
  const groups = useMemo(() => groupsOf(sold.map(currencyCode)), [sold]);
  return (
    <>
      <ImportSteps kind={{ ...services, groups }} />
      <ServiceImports />
    </>
  );
}

function ServiceImports() {
  const query = useQuery(deskQuery('GET /api/catalogue/imports'));
  return (
    <DeskQueryState query={query}>
      {(imports) => (
        <ImportHistory
          imports={imports.map((row) => ({
            ...row,
            result: `${row.created} created, ${row.updated} changed, ${row.skipped} skipped, ${row.refused} refused`,
            undone: `Undone, ${row.removed} removed`,
            mayUndo: row.created + row.updated > 0,
          }))}
          about="Removes the services that this import created and restores those that it changed. Services that were published or ordered since are archived; edited ones stay."
          onUndo={undo}
        />
      )}
    </DeskQueryState>
  );
}

async function undo(id: string): Promise<UndoneReport> {
  const { removed, restored, kept } = await callDesk('POST /api/catalogue/import/undo', { id });
  await refetchCall('GET /api/catalogue/imports');
  return {
    sentence: `${counted(removed, 'service')} ${getBeVerb(removed, true)} removed${restored > 0 ? `, ${restored.toLocaleString('en')} restored` : ''}.`,
    kept: kept.map(({ file, name, reason }) => ({
      id: file,
      link: (
        <Link to="/catalogue/$id" params={{ id: file }}>
          {name}
        </Link>
      ),
      reason,
    })),
  };
}
