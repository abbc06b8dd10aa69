// Which texts the owner edits, as files and at the desk, and what goes over the wire of their versions.
import * as z from 'zod/mini';

export const textFolders = ['catalogue', 'policies'] as const;
export type TextFolder = (typeof textFolders)[number];

/** A version of a text, without the text. `by`: nobody, where it is the file's. */
export const versionShape = z.object({
  number: z.int(),
  origin: z.enum(['file', 'desk']),
  at: z.string(),
  by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  why: z.nullable(z.string()),
});
export type Version = z.output<typeof versionShape>;
