// Files for briefs: taken in, looked at, kept until a purchase claims them, and forgotten after a day otherwise. The row of a file comes before its
// bytes and goes before them: nothing lies in the store that no row or job knows of.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { AppContext } from '../../../infra/app-context.ts';
import { type DbClient, transaction } from '../../../infra/database/database.ts';
import { ingestUpload, type Made, tooLong } from '../../../infra/files/ingest-upload.ts';
import type { Store } from '../../../infra/files/store.ts';
import type { SpooledUpload } from '../../../infra/files/upload-spool.ts';
import type { Caller } from '../../../infra/http/api-routes.ts';
import { enqueue } from '../../../infra/jobs/enqueue.ts';
import { addressKey, takePoints } from '../../../infra/limits/limits.ts';
import { type Message, UserError } from '../../../lib/user-error.ts';
import { type AccountOwner, lockAgainstErasure } from '../../accounts/actions.ts';
import { fileGone } from '../shapes.ts';
import * as queries from './queries.ts';
import type { BriefFile } from './shapes.ts';

const messages = {
  tooMany: /*i18n*/ {
    id: 'file.tooMany',
    message: 'You have as many files waiting as we can keep. Please order with them or remove some; what is not ordered goes after a day.',
  },
} as const satisfies Record<string, Message>;

const MB = 1024 * 1024;
/** Of one account, claimed by no purchase: several carts full of what people really add. */
const MAX_FILES = 60;
const MAX_BYTES = 300 * MB;
export const KEPT_MS = 86_400_000;
/** Longer than any upload takes: what is still on its way when its row goes has come by then. */
const COME_BY_MS = 3_600_000;

/** It lies in the store under its id. */
export type HandedFile = { readonly id: string } & Made;

export type FilesRoom = ReturnType<typeof openFiles>;

type Upload = {
  readonly name: string;
  readonly body: AsyncIterable<Buffer>;
  /** As the request announces it; absent where it does not. */
  readonly announcedBytes: number | undefined;
  readonly mostBytes: number;
  readonly address: string;
};

type Inside = { readonly ctx: AppContext; readonly store: Store };

export function openFiles(ctx: AppContext, store: Store) {
  const { db, clock } = ctx;
  return {
    upload: (caller: Caller, upload: Upload): Promise<BriefFile> => receive({ ctx, store }, caller, upload),

    async list({ accountId }: Caller): Promise<{ files: BriefFile[] }> {
      const rows = await queries.listUnclaimed(db.orm, accountId);
      return {
        files: rows.flatMap(({ kind, uploadStartedAt, ...row }) => (kind ? [{ ...row, kind, keptUntil: keptUntil(uploadStartedAt) }] : [])),
      };
    },

    /** Another's is as little there as none. */
    async read({ accountId }: Caller, id: string): Promise<{ name: string; bytes: number; stream: Readable }> {
      const row = await queries.findFile(db.orm, accountId, id);
      const stream = row && (await store.read(id));
      if (!stream) throw new UserError(404);
      return { name: row.name, bytes: row.bytes, stream };
    },

    async remove({ accountId }: Caller, id: string): Promise<void> {
      await transaction(db, async (tx) => {
        const gone = await queries.deleteUnclaimed(tx, accountId, id);
        if (!gone) throw new UserError(404);
        await removeBytes(tx, gone);
      });
    },

    /** Of these ids, those that this account cannot order with. */
    async missing(accountId: string, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (fileIds.length === 0) return new Set();
      return new Set(fileIds).difference(new Set(await queries.findUnclaimed(db.orm, accountId, fileIds)));
    },

    /**
     * Inside the purchase's own transaction: all of them or a refusal, on the field that `fieldOf` names. The same file may stand in several lines of
     * one purchase.
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
        const missing = missingOf((cause as { cause?: unknown }).cause);
        throw missing ? new UserError(400, Object.fromEntries(missing.map((id) => [fieldOf(id), [fileGone]]))) : cause;
      }
    },

    /** Inside the transaction of whoever keeps them from now on, under the same ids: all of them or a refusal. */
    async handOver(tx: DbClient, { accountId }: Pick<Caller, 'accountId'>, fileIds: readonly string[]): Promise<HandedFile[]> {
      const wanted = [...new Set(fileIds)];
      const rows = wanted.length === 0 ? [] : await queries.takeOut(tx, accountId, wanted);
      const found = rows.flatMap(({ kind, sha256, ...row }) => (kind && sha256 ? [{ ...row, kind, sha256 }] : []));
      if (found.length < wanted.length) throw new UserError(400, { files: [fileGone] });
      return wanted.flatMap((id) => found.filter((each) => each.id === id));
    },
  };
}

/** Those that the database names when a claim fails; nothing where it failed for another reason. */
export function missingOf(cause: unknown): readonly string[] | undefined {
  const { code, detail = '' } = (cause ?? {}) as { code?: string; detail?: string };
  return code === 'FF006' ? detail.split(' ') : undefined;
}

async function receive({ ctx, store }: Inside, { accountId }: Caller, upload: Upload): Promise<BriefFile> {
  const { announcedBytes, mostBytes, address } = upload;
  if (announcedBytes !== undefined && announcedBytes > mostBytes) throw tooLong(mostBytes);
  await takePoints(ctx, [
    { limit: 'file.account', of: accountId },
    { limit: 'file.address', of: addressKey(address) },
  ]);
  const row = await begin(ctx, accountId, upload);
  try {
    return await take({ ctx, store }, row, upload);
  } catch (cause) {
    await queries.dropComing(ctx.db.orm, row.id);
    throw cause;
  }
}

/** Counted before the first byte comes, so that a hundred at once are not more than one after the other. */
async function begin({ db, clock }: AppContext, accountId: string, { name, announcedBytes, mostBytes }: Upload): Promise<queries.NewFile> {
  const row = { id: randomUUID(), accountId, name, bytes: Math.min(announcedBytes ?? mostBytes, mostBytes), uploadStartedAt: clock.now() };
  await transaction(db, async (tx) => {
    if (!(await lockAgainstErasure(tx, accountId))) throw new UserError(401);
    await queries.lockFilesOf(tx, accountId);
    const { files, bytes } = await queries.countUnclaimed(tx, accountId);
    if (files >= MAX_FILES || bytes + row.bytes > MAX_BYTES) throw new UserError(400, { '': [messages.tooMany] });
    await queries.insertFile(tx, row);
  });
  return row;
}

const take = ({ ctx, store }: Inside, { id, uploadStartedAt }: queries.NewFile, upload: Upload): Promise<BriefFile> =>
  ingestUpload({ log: ctx.log, store }, upload, async ({ sha256, ...made }, file) => {
    const { db, clock } = ctx;
    await putSafely({ ctx, store }, id, file);
    const filled = await queries.fillFile(db.orm, id, { ...made, sha256, uploadedAt: clock.now() });
    if (filled) return { id, ...made, keptUntil: keptUntil(uploadStartedAt) };
    // Its account was erased meanwhile.
    await store.remove(id);
    throw new UserError(401);
  });

/** A store that fails may have kept it all the same. */
async function putSafely({ ctx, store }: Inside, id: string, file: SpooledUpload): Promise<void> {
  try {
    await store.put(id, file);
  } catch (cause) {
    await removeBytes(ctx.db.orm, { id, uploadedAt: null });
    throw cause;
  }
}

const keptUntil = (uploadStartedAt: Date): string => new Date(uploadStartedAt.getTime() + KEPT_MS).toISOString();

/** The bytes go after the commit of what removed their row. The queue goes by the machine's own time. */
export const removeBytes = (tx: DbClient, { id, uploadedAt }: queries.Gone): Promise<void> =>
  enqueue(tx, 'orders.removeFile', { id }, uploadedAt === null ? { runAt: new Date(Date.now() + COME_BY_MS) } : {});

/** Somebody takes their data along. */
export const filesOf = (at: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  queries.readFiles(at, accountId, limit);

/** Somebody is erased: what they gave us goes too, whether it was ordered with or not. */
export async function removeFilesOf(tx: DbClient, { accountId }: AccountOwner): Promise<void> {
  for (const gone of await queries.deleteAllOf(tx, accountId)) await removeBytes(tx, gone);
}
