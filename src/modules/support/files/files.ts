// Attachments of tickets. Customers' uploads are taken over from the files module; operators' uploads and
// mail attachments are ingested here.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Operator } from '#lib/people/operator.ts';
import { UserError } from '#lib/user-error.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { ingestUpload } from '#platform/files/ingest-upload.ts';
import { enqueueFileRemoval, type SupportDeps, type TicketUpload } from '../deps.ts';
import type { TicketFile } from '../shapes-threads.ts';
import * as queries from './queries.ts';

const FILE_BYTES = 10 * 1024 * 1024;

type IncomingFile = { readonly name: string; readonly body: AsyncIterable<Buffer>; readonly maxBytes?: number };
export type FileRead = { readonly name: string; readonly bytes: number; readonly stream: Readable };

/** Stores the bytes, then calls `keep` to insert the row; if that fails, the bytes are removed. */
export function storeTicketFile<T>({ ctx, store }: SupportDeps, sent: IncomingFile, keep: (file: TicketUpload) => Promise<T>): Promise<T> {
  return ingestUpload({ log: ctx.log, store }, { maxBytes: FILE_BYTES, ...sent }, async (made, coming) => {
    const id = randomUUID();
    try {
      await store.put(id, coming);
      return await keep({ id, ...made });
    } catch (cause) {
      await enqueueFileRemoval(ctx.db.orm, [id]);
      throw cause;
    }
  });
}

export const openDeskFiles = (deps: SupportDeps) => ({
  /** Stores an upload for the operator's next answer; it expires after a day. */
  upload: (by: Operator, sent: IncomingFile): Promise<TicketFile> =>
    storeTicketFile(deps, sent, async ({ id, name, kind, bytes, sha256 }) => {
      const { db, clock } = deps.ctx;
      await queries.insertFiles(db.orm, [{ id, name, kind, bytes, sha256, operatorId: by.id, createdAt: clock.now() }]);
      return { id, name, kind, bytes };
    }),

  async remove(by: Operator, id: string): Promise<void> {
    await transaction(deps.ctx.db, async (tx) => {
      if (!(await queries.deleteWaiting(tx, by.id, id))) throw new UserError(404);
      await enqueueFileRemoval(tx, [id]);
    });
  },

  read: async (id: string): Promise<FileRead> => readFrom(deps, await queries.findForDesk(deps.ctx.db.orm, id)),
});

/** Another account's file is a 404, like a missing one. */
export async function readTicketFile(
  deps: SupportDeps,
  queriesAt: DbClient,
  id: string,
  of: { accountId: string } | { ticketNumber: string },
) {
  return readFrom(deps, await queries.findInThread(queriesAt, id, of));
}

async function readFrom({ store }: SupportDeps, row: TicketFile | undefined): Promise<FileRead> {
  const stream = row && (await store.read(row.id));
  if (!stream) throw new UserError(404);
  return { name: row.name, bytes: row.bytes, stream };
}
