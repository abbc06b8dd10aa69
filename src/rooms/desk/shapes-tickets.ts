// What the desk's window sends about tickets where the room of tickets takes something else: an operator by id alone, and files.
import * as z from 'zod/mini';

export const giveTicketShape = z.object({
  number: z.string().check(z.maxLength(20), z.trim(), z.toUpperCase()),
  /** Whose it was on the page, and whose it is to be. */
  from: z.nullable(z.uuid()),
  to: z.nullable(z.uuid()),
});
export const addTicketFileShape = z.object({ name: z.string().check(z.maxLength(300)) });
export const ticketFileAskShape = z.object({ fileId: z.uuid() });
