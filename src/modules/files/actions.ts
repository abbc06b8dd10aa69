// The API of the files module for other modules. Uploaded files for briefs are checked, stored until a
// purchase claims them, and deleted after a day otherwise. The row is inserted before the bytes are stored
// and deleted before they are, so no stored bytes are without a row or a job.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isLargeKind, uploadKinds } from '#lib/file-kind.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { lockAgainstErasure } from '#modules/accounts/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { createNoRoomError, createTooLongError, type IngestedFile, ingestUpload, takeParts } from '#platform/files/ingest-upload.ts';
import { checkFile } from '#platform/files/kind.ts';
import type { Store } from '#platform/files/store.ts';
import { type SpooledUpload, StoreFull } from '#platform/files/upload-spool.ts';
import { UPLOADS_PATH } from '#platform/files/uploads.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import * as queries from './queries.ts';
import { fileGone, findMissing, getExpiry } from './rules.ts';
import type { BriefFile } from './shapes.ts';

const messages = {
  tooMany: /*i18n*/ {
    id: 'file.tooMany',
    message: 'You’ve uploaded the maximum number of files. Order with them or remove some. Unused files are deleted after a day.',
  },
  notLarge: /*i18n*/ { id: 'file.notLarge', message: 'Files of this kind can be up to 10 MB.' },
} as const satisfies Record<string, Message>;

const MB = 1024 * 1024;
/** Unclaimed files per account: enough for several carts. */
const MAX_FILES = 60;
const MAX_BYTES = 300 * MB;
/** Of large files, too: a customer who has paid for nothing yet gets no disk of ours. */
const MAX_LARGE_MB = { unpaid: 1_024, paid: 25 * 1_024 } as const;
/**
 * No upload takes this long: after this time, an upload whose row was deleted while it ran has ended.
 */
const MAX_UPLOAD_MS = 3_600_000;

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

type FilesDeps = {
  readonly ctx: AppContext;
  readonly store: Store;
  /** Whether the account has paid for anything; a later module answers. */
  readonly hasPaid: (orm: DbClient, accountId: string) => Promise<boolean>;
};

export function createFiles(deps: FilesDeps) {
  const { ctx, store } = deps;
  const { db, clock } = ctx;
  return {
    uploads: store.uploads,
    begin: (caller: Caller, upload: LargeUpload): Promise<{ id: string; address: string }> => beginParts(deps, caller, upload),
    finish: (caller: Caller, id: string): Promise<BriefFile> => finishParts(deps, caller, id),

    upload: (caller: Pick<Caller, 'accountId'>, upload: Upload): Promise<BriefFile> => receive(deps, caller, upload),

    async list({ accountId }: Caller): Promise<{ files: BriefFile[] }> {
      const rows = await queries.listUnclaimed(db.orm, accountId);
      return {
        files: rows.flatMap(({ kind, uploadStartedAt, ...row }) =>
          kind ? [{ ...row, kind, keptUntil: getExpiry(uploadStartedAt).toISOString() }] : [],
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
     * Claims all files or throws, inside the purchase's transaction. The error is on the field that
     * `getField` names. Several lines of a purchase may use the same file.
     */
    async claim(
      tx: DbClient,
      {
        accountId,
        purchaseId,
        fileIds,
        getField = () => 'files',
      }: { accountId: string; purchaseId: string; fileIds: readonly string[]; getField?: (id: string) => string },
    ): Promise<void> {
      if (fileIds.length === 0) return;
      try {
        await queries.claimAccountFiles(tx, { account: accountId, files: fileIds, purchaseId, now: clock.now() });
      } catch (cause) {
        const missing = findMissing((cause as { cause?: unknown }).cause);
        throw missing ? new UserError(400, Object.fromEntries(missing.map((id) => [getField(id), [fileGone]]))) : cause;
      }
    },

    /**
     * Removes the files from this module, inside the new owner's transaction, with the same ids: all or an
     * error.
     */
    async handOver(tx: DbClient, { accountId }: Pick<Caller, 'accountId'>, fileIds: readonly string[]): Promise<HandedFile[]> {
      const uniqueIds = [...new Set(fileIds)];
      const rows = uniqueIds.length === 0 ? [] : await queries.takeOverRows(tx, accountId, uniqueIds);
      const found = rows.flatMap(({ kind, sha256, ...row }) => (kind && sha256 ? [{ ...row, kind, sha256 }] : []));
      if (found.length < uniqueIds.length) throw new UserError(400, { files: [fileGone] });
      return uniqueIds.flatMap((id) => found.filter((each) => each.id === id));
    },
  };
}

async function receive(deps: FilesDeps, { accountId }: Pick<Caller, 'accountId'>, upload: Upload): Promise<BriefFile> {
  const { ctx } = deps;
  const { announcedBytes, maxBytes, name } = upload;
  if (announcedBytes !== undefined && announcedBytes > maxBytes) throw createTooLongError(maxBytes);
  await countUpload(ctx, accountId, upload.address);
  const row = await reserve(deps, accountId, {
    name,
    bytes: Math.min(announcedBytes ?? maxBytes, maxBytes),
    room: async () => ({ bytes: MAX_BYTES }),
  });
  try {
    return await storeUpload(deps, row, upload);
  } catch (cause) {
    await queries.deletePlaceholder(ctx.db.orm, row.id);
    throw cause;
  }
}

const countUpload = (ctx: AppContext, accountId: string, address: string): Promise<void> =>
  takePoints(ctx, [
    { limit: 'file.account', of: accountId },
    { limit: 'file.address', of: getAddressKey(address) },
  ]);

type Room = { readonly bytes: number; readonly withClaimed?: boolean };
type Reserved = { readonly name: string; readonly bytes: number; readonly room: (tx: DbClient) => Promise<Room> };

/** Counted before the upload starts, so that parallel uploads cannot exceed the limit. */
async function reserve({ ctx: { db, clock } }: FilesDeps, accountId: string, { name, bytes, room }: Reserved): Promise<queries.NewFile> {
  const row = { id: randomUUID(), accountId, name, bytes, uploadStartedAt: clock.now() };
  await transaction(db, async (tx) => {
    if (!(await lockAgainstErasure(tx, accountId))) throw new UserError(401);
    await queries.lockFiles(tx, accountId);
    const most = await room(tx);
    const used = await queries.countFiles(tx, accountId, most.withClaimed);
    if (used.files >= MAX_FILES || used.bytes + bytes > most.bytes) throw new UserError(400, { '': [messages.tooMany] });
    await queries.insertFile(tx, row);
  });
  return row;
}

type LargeUpload = { readonly name: string; readonly bytes: number; readonly address: string };
export const toUploadOwner = ({ accountId }: Pick<Caller, 'accountId'>): string => `account:${accountId}`;

/** Of a kind that is large by its nature, as its name says; its content is checked when it has arrived. */
async function beginParts(deps: FilesDeps, caller: Caller, { name, bytes, address }: LargeUpload) {
  const { ctx, store, hasPaid } = deps;
  if (!isLargeKind(name)) throw new UserError(400, { name: [messages.notLarge] });
  await countUpload(ctx, caller.accountId, address);
  const row = await reserve(deps, caller.accountId, {
    name,
    bytes,
    room: async (tx) =>
      (await hasPaid(tx, caller.accountId)) ? { bytes: MAX_LARGE_MB.paid * MB } : { bytes: MAX_LARGE_MB.unpaid * MB, withClaimed: true },
  });
  try {
    await store.uploads.create({ id: row.id, owner: toUploadOwner(caller), bytes });
  } catch (cause) {
    await queries.deletePlaceholder(ctx.db.orm, row.id);
    throw cause instanceof StoreFull ? createNoRoomError(ctx.log, cause) : cause;
  }
  return { id: row.id, address: `${UPLOADS_PATH}/${row.id}` };
}

/** Repeated after a lost answer, it gives the same file. One of a wrong kind leaves nothing. */
async function finishParts({ ctx, store }: FilesDeps, caller: Caller, id: string): Promise<BriefFile> {
  const { orm } = ctx.db;
  const row = await queries.findOwnFile(orm, caller.accountId, id);
  if (!row) throw new UserError(404);
  const { name, kind, bytes, uploadedAt, uploadStartedAt } = row;
  const until = getExpiry(uploadStartedAt).toISOString();
  if (uploadedAt && kind) return { id, name, kind, bytes, keptUntil: until };
  return takeParts(
    { log: ctx.log, store },
    { id, owner: toUploadOwner(caller) },
    {
      async save(file) {
        const checked = await checkFile(file.path, name, { kinds: uploadKinds });
        await store.put(id, file);
        const made = { ...checked, bytes: file.bytes, sha256: file.sha256.toString('hex'), uploadedAt: ctx.clock.now() };
        if (await queries.fillFile(orm, id, made)) return { id, ...checked, bytes: file.bytes, keptUntil: until };
        await store.remove(id);
        throw new UserError(401);
      },
      onRefused: () => queries.deletePlaceholder(orm, id),
    },
  );
}

const storeUpload = (
  { ctx, store }: Pick<FilesDeps, 'ctx' | 'store'>,
  { id, uploadStartedAt }: queries.NewFile,
  upload: Upload,
): Promise<BriefFile> =>
  ingestUpload({ log: ctx.log, store }, upload, async ({ sha256, ...made }, file) => {
    const { db, clock } = ctx;
    await putSafely({ ctx, store }, id, file);
    const filled = await queries.fillFile(db.orm, id, { ...made, sha256, uploadedAt: clock.now() });
    if (filled) return { id, ...made, keptUntil: getExpiry(uploadStartedAt).toISOString() };
    // The account was erased during the upload.
    await store.remove(id);
    throw new UserError(401);
  });

/** If storing fails, the bytes may be stored nevertheless, so they are removed. */
async function putSafely({ ctx, store }: Pick<FilesDeps, 'ctx' | 'store'>, id: string, file: SpooledUpload): Promise<void> {
  try {
    await store.put(id, file);
  } catch (cause) {
    await removeBytes(ctx.db.orm, { id, uploadedAt: null });
    throw cause;
  }
}

/** The bytes are deleted by a job, after the commit. */
export const removeBytes = (tx: DbClient, { id, uploadedAt }: queries.DeletedFile): Promise<void> =>
  enqueue(tx, 'files.remove', { id }, uploadedAt === null ? { delayMs: MAX_UPLOAD_MS } : {});
