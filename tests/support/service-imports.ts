// Files of services for tests of their import: rows as columns and cells, and what the desk makes of them.
import { expect } from 'vitest';
import { formatCsv } from '#lib/csv.ts';
import { readCsv } from '#lib/csv-reader.ts';
import { labelOfColumn, type ServiceCells, type ServiceColumn } from '#modules/catalogue/spreadsheet/shapes-columns.ts';
import type { ServiceImportOutcome } from '#modules/content/service-imports/shapes.ts';
import type { Operating } from './desk.ts';
import type { Shop } from './shop.ts';

type Step = '/preview' | '/check' | '';
type Answer<Body> = { readonly status: number; readonly body: Body & { readonly errors?: Readonly<Record<string, readonly string[]>> } };

export async function sendServices<Body = ServiceImportOutcome>(
  shop: Shop,
  { cookie }: Pick<Operating, 'cookie'>,
  step: Step,
  file: string | Uint8Array<ArrayBuffer>,
  request: object = {},
): Promise<Answer<Body>> {
  const query = new URLSearchParams({ file: 'services.csv', ...(request as Record<string, string>) });
  const answer = await fetch(`${shop.urls.desk}/api/catalogue/import${step}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', origin: shop.urls.desk, cookie },
    body: file,
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

/** A file of these rows, with the columns that they have. */
export function createServicesFile(rows: readonly ServiceCells[]): { file: string; columns: Partial<Record<ServiceColumn, number>> } {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))] as ServiceColumn[];
  const file = formatCsv(
    columns.map((column) => labelOfColumn(column) ?? ''),
    rows.map((row) => columns.map((column) => row[column] ?? '')),
  );
  return { file, columns: Object.fromEntries(columns.map((column, index) => [column, index])) };
}
export const sendServiceRows = (shop: Shop, operator: Operating, step: Step, rows: readonly ServiceCells[], request: object = {}) => {
  const { file, columns } = createServicesFile(rows);
  return sendServices(shop, operator, step, file, { ...columns, ...request });
};

const inAll = (field: string, text: string): ServiceCells => ({
  [`${field}.en`]: text,
  [`${field}.es`]: `${text} (es)`,
  [`${field}.jp`]: `${text}（日本語）`,
});
export const serviceRow = (slug: string, more: ServiceCells = {}): ServiceCells => ({
  slug,
  ...inAll('name', `Name of ${slug}`),
  ...inAll('summary', 'A logo in three rounds.'),
  ...inAll('description', 'Tell us about your brand.'),
  ...inAll('contains', 'Three drafts\nOne file'),
  ...inAll('sample.caption', 'Sample'),
  ...inAll('sample.text', 'A loaf in a circle.'),
  ...inAll('offers.unit', 'One logo'),
  ...inAll('offers.note', 'For a small business'),
  'offers.prices.EUR': '250.00',
  'offers.prices.USD': '270',
  'offers.prices.AUD': '410,5',
  'offers.prices.NOK': '2900',
  ...more,
});
/** A further offer of a service. */
export const offerRow = (slug: string, id: string, more: ServiceCells = {}): ServiceCells => ({
  slug,
  'offers.id': id,
  ...Object.fromEntries(Object.entries(serviceRow(slug)).filter(([column]) => column.startsWith('offers.'))),
  ...more,
});

export const serviceOutcomes = ({ body }: Answer<ServiceImportOutcome>) =>
  body.rows.map(({ slug, outcome, reason }) => [slug, outcome, reason]);
export const fileAtDesk = async (operator: Operating, slug: string) =>
  (await operator.call('GET /api/catalogue/file', { file: `${slug}.yaml` })).body;
export const slugsAtDesk = async (operator: Operating) => (await operator.call('GET /api/catalogue')).body.services.map(({ slug }) => slug);
export const undoServices = (operator: Operating, id: string | null) => operator.call('POST /api/catalogue/import/undo', { id });
export async function publishService(operator: Operating, slug: string): Promise<void> {
  const { file, number, service } = await fileAtDesk(operator, slug);
  const sent = { file, service: { ...service, state: 'sold' }, from: number, why: 'it is ready' };
  expect((await operator.call('POST /api/catalogue/save', sent)).body.saved).toBe(true);
}

/** What the bytes of a file have, as the import reads them. */
export function readServicesFile(file: string): { readonly head: readonly string[]; readonly cells: readonly (readonly string[])[] } {
  const table = readCsv(new TextEncoder().encode(file), 300);
  if (typeof table === 'string') throw new Error(table);
  return { head: table.head, cells: table.rows.map(({ cells }) => cells) };
}
