// Folders of texts that the owner edits, and API schemas of their versions.
import * as z from 'zod/mini';

export const textFolders = ['brand', 'catalogue', 'content', 'mails', 'policies'] as const;
export type TextFolder = (typeof textFolders)[number];

/** A text version without its text. `by` is null for versions from files. */
export const versionShape = z.object({
  number: z.int(),
  origin: z.enum(['file', 'desk']),
  at: z.string(),
  by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  why: z.nullable(z.string()),
});
export type Version = z.output<typeof versionShape>;
