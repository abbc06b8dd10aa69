// What goes over the wire about a file for a brief.
import * as z from 'zod/mini';
import { fileKinds } from '../../../lib/file-kind.ts';
import { nameLine } from '../../../lib/markdown/plain-text.ts';

/** What is known of a file for a brief. The name is as its owner gave it, with the ending of what it is. */
export const fileShape = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(fileKinds),
  bytes: z.int(),
  /** When it is removed, if nothing has claimed it by then. */
  keptUntil: z.string(),
});

/** Whatever a system calls its files; what is longer is cut. */
const FILE_NAME_MAX_CHARS = 120;
const cutName = (name: string): string =>
  [
    ...nameLine(name)
      .replace(/[\\/]+/g, ' ')
      .trim(),
  ]
    .slice(-FILE_NAME_MAX_CHARS)
    .join('');

export const uploadShape = z.object({
  name: z._default(z.string().check(z.maxLength(1_000), z.overwrite(cutName)), ''),
});
export const filesShape = z.object({ files: z.array(fileShape) });
export const fileIdShape = z.object({ id: z.uuid() });

export type BriefFile = z.output<typeof fileShape>;
