// Folders of texts that the owner edits, and API schemas of their versions.
import * as z from 'zod/mini';
import { builtInLocales } from '#lib/locale.ts';
import { toCleanLines } from '#lib/markdown/plain-text.ts';
import { isTree, type Tree } from '#lib/yaml/merge.ts';

export const textFolders = ['brand', 'catalogue', 'content', 'mails', 'policies', 'settings'] as const;
export type TextFolder = (typeof textFolders)[number];

/** What a file says: YAML as it is, Markdown beside what stands above it, an image as text. */
export type ContentValue = Tree;

/** A text version without its text. `by` is null for versions from files. */
export const versionShape = z.object({
  number: z.int(),
  origin: z.enum(['file', 'desk']),
  at: z.string(),
  by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  why: z.nullable(z.string()),
});
export type Version = z.output<typeof versionShape>;

/** A page with a draft, as the storefront would show it. */
export const pagePreviewShape = z.object({
  pages: z.array(z.object({ locale: z.enum([...builtInLocales]), html: z.string() })),
  /** The storefront's style sheet with the look. */
  style: z.string(),
});
export type PagePreview = z.output<typeof pagePreviewShape>;

/** What one form may send: as much as a file may have, and shorter lists. */
const MAX_DEPTH = 20;
const MAX_ENTRIES = 10_000;
const MAX_ITEMS = 300;

function countEntries(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth > MAX_DEPTH || (Array.isArray(value) && value.length > MAX_ITEMS)) return Number.POSITIVE_INFINITY;
  return Object.values(value).reduce<number>((sum, each) => sum + countEntries(each, depth + 1), 1);
}

function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return toCleanLines(value).trim();
  if (Array.isArray(value)) return value.map(cleanTexts);
  return isTree(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cleanTexts(each)])) : value;
}

const findLongTexts = (value: unknown, most: number, path: readonly PropertyKey[] = []): (readonly PropertyKey[])[] => {
  if (typeof value === 'string') return value.length > most ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => findLongTexts(each, most, [...path, Array.isArray(value) ? Number(key) : key]));
};

/**
 * What a form says. Its shape is that of the stored value; the reader of the files checks it, so that every
 * error has its sentence. `maximum`: characters of one text.
 */
export const createFormShape = <T extends object>(maximum: number) =>
  z
    .custom<T>((value) => isTree(value) && countEntries(value) <= MAX_ENTRIES)
    .check(
      z.overwrite((value) => cleanTexts(value) as T),
      ({ value, issues }) => {
        for (const path of findLongTexts(value, maximum))
          issues.push({ code: 'too_big', origin: 'string', maximum, path: [...path], input: value });
      },
    );

const versionNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000));

/** What the calls of a kind send and answer. `key`: the name of one of several texts. */
export const createEditShapes = <K extends z.core.$ZodShape, T extends z.core.$ZodShape, M extends z.core.$ZodShape>(
  key: K,
  text: T,
  more: M,
) => ({
  request: z.object(key),
  version: z.object({ ...key, number: versionNumber }),
  draft: z.object({ ...key, ...text }),
  details: z.object({ ...key, ...text, number: z.int(), versions: z.array(versionShape), ...more }),
});
