// Folders of texts that the owner edits, and API schemas of their versions.
import * as z from 'zod/mini';
import { builtInLocales } from '#lib/locale.ts';
import type { Tree } from '#lib/yaml/merge.ts';

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
