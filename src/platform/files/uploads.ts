// Large uploads in parts, by the tus protocol: the parts are on the disk until all have arrived, so that a
// lost network or a restart costs a part and not the file. Who may upload what is decided by the modules,
// which create an upload, and take the file over when it is complete.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { requireFreeSpace, type SpooledUpload } from './upload-spool.ts';

export const UPLOADS_PATH = '/api/uploads';
const GB = 1024 ** 3;
const MAX_UPLOAD_BYTES = 5 * GB;

export type Uploads = {
  /** The id is the last part of the address. Throws StoreFull without room for all of it. */
  create(upload: { readonly id: string; readonly owner: string; readonly bytes: number }): Promise<void>;
  isOwn(id: string, owner: string): Promise<boolean>;
  /** Throws StoreFull if a part of this size would fill the disk. */
  requireRoom(bytes: number): Promise<void>;
  /** HEAD, PATCH and DELETE of an address. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Hashed and synced; `incomplete` while parts are missing, undefined if there is none of this owner. */
  collect(id: string, owner: string): Promise<SpooledUpload | 'incomplete' | undefined>;
  remove(id: string): Promise<void>;
};

/** Loaded with the first upload: the library takes 0.1 s and 20 MB. */
async function openLibrary(folder: string) {
  const [{ FileStore }, { Server, Upload }] = await Promise.all([import('@tus/file-store'), import('@tus/server')]);
  const datastore = new FileStore({ directory: folder });
  const server = new Server({
    path: UPLOADS_PATH,
    datastore,
    maxSize: MAX_UPLOAD_BYTES,
    relativeLocation: true,
    allowedOrigins: () => false,
  });
  return { datastore, server, Upload };
}

export function openUploads(folder: string, freeMb: number): Uploads {
  let opened: ReturnType<typeof openLibrary> | undefined;
  const library = () => {
    opened ??= openLibrary(folder);
    return opened;
  };
  const requireRoom = (bytes: number) => requireFreeSpace(folder, { maxBytes: bytes, freeMb });
  const find = async (id: string, owner: string) => {
    const { datastore } = await library();
    const upload = await datastore.getUpload(id).catch(undefinedIfMissing);
    return upload?.metadata?.owner === owner ? upload : undefined;
  };
  const remove = async (id: string): Promise<void> => {
    for (const name of [id, `${id}.json`]) await rm(join(folder, name), { force: true });
  };
  return {
    async create({ id, owner, bytes }) {
      await requireRoom(bytes);
      const { datastore, Upload } = await library();
      await datastore.create(new Upload({ id, size: bytes, offset: 0, metadata: { owner } }));
    },
    isOwn: async (id, owner) => (await find(id, owner)) !== undefined,
    requireRoom,
    handle: async (request, response) => (await library()).server.handle(request, response),
    async collect(id, owner) {
      const upload = await find(id, owner);
      if (!upload?.size) return undefined;
      if (upload.offset < upload.size) return 'incomplete';
      const path = join(folder, id);
      return { path, bytes: upload.size, sha256: await hashSynced(path), drop: () => remove(id) };
    },
    remove,
  };
}

/** The library throws plain objects with the status of its answer. */
function undefinedIfMissing(cause: unknown): undefined {
  if ([404, 410].includes((cause as { status_code?: number }).status_code ?? 0)) return undefined;
  throw cause;
}

async function hashSynced(path: string): Promise<Buffer> {
  await using file = await open(path, 'r');
  await file.sync();
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest();
}
