// Shapes of brief files in requests and responses.
import * as z from 'zod/mini';
import { fileKinds } from '#lib/file-kind.ts';
import { nameLine } from '#lib/markdown/plain-text.ts';

/** A brief file. The name is the owner's, with the extension of the detected type. */
export const fileShape = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(fileKinds),
  bytes: z.int(),
  /** When it is deleted, unless a purchase claims it. */
  keptUntil: z.string(),
});

/** Longer names are cut. */
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
/** 5 GB. */
const MAX_BYTES = 5 * 1024 ** 3;
export const beginUploadShape = z.extend(uploadShape, { bytes: z.int().check(z.gte(1), z.lte(MAX_BYTES)) });
/** `address`: where its parts go, by the tus protocol. */
export const begunUploadShape = z.object({ id: z.uuid(), address: z.string() });
export const filesShape = z.object({ files: z.array(fileShape) });
export const fileIdShape = z.object({ id: z.uuid() });

export type BriefFile = z.output<typeof fileShape>;
