// Request shapes that differ from the support module's: operators by id only, and files.
import * as z from 'zod/mini';
import { nameLine, oneLine } from '#lib/markdown/plain-text.ts';

export const giveTicketShape = z.object({
  number: z.string().check(z.overwrite(oneLine), z.trim(), z.toUpperCase(), z.maxLength(20)),
  /** The previous and the new assignee. */
  from: z.nullable(z.uuid()),
  to: z.nullable(z.uuid()),
});
export const addTicketFileShape = z.object({ name: z.string().check(z.overwrite(nameLine), z.trim(), z.minLength(1), z.maxLength(300)) });
export const deskTicketFileRequestShape = z.object({ fileId: z.uuid() });
