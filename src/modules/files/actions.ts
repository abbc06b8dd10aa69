// The API of the files module for other modules. Uploaded files for briefs are checked, stored until a
// purchase claims them, and deleted after a day otherwise. The row is inserted before the bytes are stored
// and deleted before they are, so no stored bytes are without a row or a job.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Message, UserError } from '#lib/user-error.ts';
import { lockAgainstErasure } from '#modules/accounts/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { type IngestedFile, ingestUpload, tooLong } from '#platform/files/ingest-upload.ts';
import type { Store } from '#platform/files/store.ts';
import type { SpooledUpload } from '#platform/files/upload-spool.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { addressKey, takePoints } from '#platform/limits/limits.ts';
import * as queries from './queries.ts';
import { fileGone, findMissing, keptUntil } from './rules.ts';
import type { BriefFile } from './shapes.ts';

const messages = {
  tooMany: /*i18n*/ {
    id: 'file.tooMany',
    message: 'You’ve uploaded the maximum number of files. Order with them or remove some. Unused files are deleted after a day.',
  },
} as const satisfies Record<string, Message>;

const MB = 1024 * 1024;
/** Unclaimed files per account: enough for several carts. */
const MAX_FILES = 60;
const MAX_BYTES = 300 * MB;
/**
 * No upload takes this long: after this time, an upload whose row was deleted while it ran has ended.
 */
const COME_BY_MS = 3_600_000;

/** Stored under its id. */
export type HandedFile = { readonly id: string } & IngestedFile;

export type FilesModule = ReturnType<typeof createFiles>;

type Upload = {
  readonly name: string;
  readonly body: AsyncIterable<Buffer>;
  /** From the request's header; undefined if missing. */
  readonly announcedBytes: number | undefined;
  readonly maxBytes: number;
  readonly address: string;
};

type FilesDeps = { readonly ctx: AppContext; readonly store: Store };

export function createFiles(ctx: AppContext, store: Store) {
  const { db, clock } = ctx;
  return {
    upload: (caller: Caller, upload: Upload): Promise<BriefFile> => receive({ ctx, store }, caller, upload),

    async list({ accountId }: Caller): Promise<{ files: BriefFile[] }> {
      const rows = await queries.listUnclaimed(db.orm, accountId);
      return {
        files: rows.flatMap(({ kind, uploadStartedAt, ...row }) =>
          kind ? [{ ...row, kind, keptUntil: keptUntil(uploadStartedAt).toISOString() }] : [],
        ),
      };
    },

    /** 404 for another account's file. */
    async read({ accountId }: Caller, id: string): Promise<{ name: string; bytes: number; stream: Readable }> {
      const row = await queries.findFile(db.orm, accountId, id);
      const stream = row && (await store.read(id));
      if (!stream) throw new UserError(404);
      return { name: row.name, bytes: row.bytes, stream };
    },

    async remove({ accountId }: Caller, id: string): Promise<void> {
      await transaction(db, async (tx) => {
        const deleted = await queries.deleteUnclaimed(tx, accountId, id);
        if (!deleted) throw new UserError(404);
        await removeBytes(tx, deleted);
      });
    },

    /** The ids that this account cannot order with. */
    async missing(accountId: string, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (fileIds.length === 0) return new Set();
      return new Set(fileIds).difference(new Set(await queries.findUnclaimed(db.orm, accountId, fileIds)));
    },

    /**
     * Claims all files or throws, inside the purchase's transaction. The error is on the field that `fieldOf`
     * names. Several lines of a purchase may use the same file.
     */
    async claim(
      tx: DbClient,
      {
        accountId,
        purchaseId,
        fileIds,
        fieldOf = () => 'files',
      }: { accountId: string; purchaseId: string; fileIds: readonly string[]; fieldOf?: (id: string) => string },
    ): Promise<void> {
      if (fileIds.length === 0) return;
      try {
        await queries.claimFiles(tx, { account: accountId, files: fileIds, purchaseId, now: clock.now() });
      } catch (cause) {
        const missing = findMissing((cause as { cause?: unknown }).cause);
        throw missing ? new UserError(400, Object.fromEntries(missing.map((id) => [fieldOf(id), [fileGone]]))) : cause;
      }
    },

    /**
     * Removes the files from this module, inside the new owner's transaction, with the same ids: all or an
     * error.
     */
    async handOver(tx: DbClient, { accountId }: Pick<Caller, 'accountId'>, fileIds: readonly string[]): Promise<HandedFile[]> {
      const uniqueIds = [...new Set(fileIds)];
      const rows = uniqueIds.length === 0 ? [] : await queries.handOverRows(tx, accountId, uniqueIds);
      const found = rows.flatMap(({ kind, sha256, ...row }) => (kind && sha256 ? [{ ...row, kind, sha256 }] : []));
      if (found.length < uniqueIds.length) throw new UserError(400, { files: [fileGone] });
      return uniqueIds.flatMap((id) => found.filter((each) => each.id === id));
    },
  };
}

async function receive({ ctx, store }: FilesDeps, { accountId }: Caller, upload: Upload): Promise<BriefFile> {
  const { announcedBytes, maxBytes, address } = upload;
  if (announcedBytes !== undefined && announcedBytes > maxBytes) throw tooLong(maxBytes);
  await takePoints(ctx, [
    { limit: 'file.account', of: accountId },
    { limit: 'file.address', of: addressKey(address) },
  ]);
  const row = await begin(ctx, accountId, upload);
  try {
    return await storeUpload({ ctx, store }, row, upload);
  } catch (cause) {
    await queries.deletePlaceholder(ctx.db.orm, row.id);
    throw cause;
  }
}

/** Counted before the upload starts, so that parallel uploads cannot exceed the limit. */
async function begin({ db, clock }: AppContext, accountId: string, { name, announcedBytes, maxBytes }: Upload): Promise<queries.NewFile> {
  const row = { id: randomUUID(), accountId, name, bytes: Math.min(announcedBytes ?? maxBytes, maxBytes), uploadStartedAt: clock.now() };
  await transaction(db, async (tx) => {
    if (!(await lockAgainstErasure(tx, accountId))) throw new UserError(401);
    await queries.lockFiles(tx, accountId);
    const { files, bytes } = await queries.countUnclaimed(tx, accountId);
    if (files >= MAX_FILES || bytes + row.bytes > MAX_BYTES) throw new UserError(400, { '': [messages.tooMany] });
    await queries.insertFile(tx, row);
  });
  return row;
}

const storeUpload = ({ ctx, store }: FilesDeps, { id, uploadStartedAt }: queries.NewFile, upload: Upload): Promise<BriefFile> =>
  ingestUpload({ log: ctx.log, store }, upload, async ({ sha256, ...made }, file) => {
    const { db, clock } = ctx;
    await putSafely({ ctx, store }, id, file);
    const filled = await queries.fillFile(db.orm, id, { ...made, sha256, uploadedAt: clock.now() });
    if (filled) return { id, ...made, keptUntil: keptUntil(uploadStartedAt).toISOString() };
    // The account was erased during the upload.
    await store.remove(id);
    throw new UserError(401);
  });

/** If storing fails, the bytes may be stored nevertheless, so they are removed. */
async function putSafely({ ctx, store }: FilesDeps, id: string, file: SpooledUpload): Promise<void> {
  try {
    await store.put(id, file);
  } catch (cause) {
    await removeBytes(ctx.db.orm, { id, uploadedAt: null });
    throw cause;
  }
}

/** The bytes are deleted by a job, after the commit. */
export const removeBytes = (tx: DbClient, { id, uploadedAt }: queries.DeletedFile): Promise<void> =>
  enqueue(tx, 'files.remove', { id }, uploadedAt === null ? { delayMs: COME_BY_MS } : {});
