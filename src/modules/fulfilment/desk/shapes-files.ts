// Shapes of the files that operators add to a delivery.
import * as z from 'zod/mini';

/** A file of a brief or of the work. */
export const workFileShape = z.object({ pieceId: z.uuid(), fileId: z.uuid() });
export type WorkFileId = z.output<typeof workFileShape>;

export const addFileShape = z.object({ pieceId: z.uuid(), name: z.string().check(z.maxLength(300)) });
/** 5 GB. */
const MAX_FILE_BYTES = 5 * 1024 ** 3;
export const beginFileShape = z.extend(addFileShape, { bytes: z.int().check(z.gte(1), z.lte(MAX_FILE_BYTES)) });
export type BeginFile = z.output<typeof beginFileShape>;
/** `address`: where its parts go, by the tus protocol. */
export const begunFileShape = z.object({ id: z.string(), address: z.string() });
export const addedFileShape = z.object({ id: z.string() });
