// Request and response shapes of the import of services.
import * as z from 'zod/mini';
import { builtInLocales } from '#lib/locale.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { type ServiceColumn, serviceColumns } from '#modules/catalogue/spreadsheet/shapes-columns.ts';
import { columnShape, importFileFields, importPreviewFields, importRowFields, importsFields } from '#modules/clients/imports/shapes.ts';

const columnFields = Object.fromEntries(serviceColumns(currencyCodes).map(({ field }) => [field, columnShape])) as Record<
  ServiceColumn,
  typeof columnShape
>;

/**
 * `existing`: what happens to services that there are already. `fallback`: the language whose texts stand in
 * for missing ones of new services.
 */
export const serviceImportRequestShape = z.object({
  ...columnFields,
  existing: z._default(z.enum(['update', 'skip']), 'update'),
  fallback: z.optional(z.enum(builtInLocales)),
  ...importFileFields,
});
export type ServiceImportRequest = z.output<typeof serviceImportRequestShape>;

export const servicePreviewShape = z.object({ ...importPreviewFields, columns: z.object(columnFields) });
export type ServicePreview = z.output<typeof servicePreviewShape>;

/** `importId`: null after a dry run, and if there was nothing to import. */
export const serviceOutcomeShape = z.object({
  importId: z.nullable(z.string()),
  rows: z.array(
    z.object({
      ...importRowFields,
      /** Address of the service. */
      slug: z.string(),
      outcome: z.enum(['create', 'update', 'same', 'exists', 'refuse']),
    }),
  ),
});
export type ServiceImportOutcome = z.output<typeof serviceOutcomeShape>;

/** The counts are of services. */
export const serviceImportListShape = z.array(z.object({ ...importsFields, updated: z.int() }));
export type ServiceImportList = z.output<typeof serviceImportListShape>;

export const undoneServicesShape = z.object({
  removed: z.int(),
  restored: z.int(),
  /** Services that stay, each with the reason. */
  kept: z.array(z.object({ file: z.string(), name: z.string(), reason: z.string() })),
});
export type UndoneServices = z.output<typeof undoneServicesShape>;
