// Files of deliveries, whole or in the part that a player asks for. An <audio> or a <video> sends no token,
// so a customer's page gets a link to one file, which ends with the session or after some hours.
import { findMedia } from '#lib/file-media.ts';
import { UserError } from '#lib/user-error.ts';
import type { Store } from '#platform/files/store.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import type { SavedFile } from '#platform/http/bytes.ts';
import { signer } from '#platform/identity/hmac.ts';
import type { FulfilmentDeps } from '../deps.ts';
import { type FileRow, findDeliveryFile } from '../queries.ts';
import type { LinkedFile } from '../shapes.ts';

/** Longer than any film is watched at once. */
const LINK_MS = 6 * 3_600_000;
const USE = 'delivered file';

export function toContent(store: Pick<Store, 'read'>, { id, contentId, name, bytes }: FileRow): SavedFile {
  const media = findMedia(name);
  const type = media?.kind === 'picture' ? undefined : media?.type;
  return { name, bytes, type, stream: (range) => store.read(contentId ?? id, range) };
}

async function findDelivered({ ctx }: FulfilmentDeps, id: string): Promise<FileRow> {
  const row = await findDeliveryFile(ctx.db.orm, id);
  if (!row?.deliveryId) throw new UserError(404);
  return row;
}

export async function readDeliveredFile(deps: FulfilmentDeps, accountId: string, id: string): Promise<SavedFile> {
  const row = await findDelivered(deps, id);
  if (row.accountId !== accountId) throw new UserError(404);
  return toContent(deps.store, row);
}

const getSigner = ({ secrets }: FulfilmentDeps) => signer(secrets.derive('file links'));

type Session = Pick<Caller, 'accountId' | 'sessionId'>;
const formatSignedText = (id: string, { accountId, sessionId }: Session, until: number): string =>
  `${id} ${accountId} ${sessionId} ${until}`;

export async function linkFile(deps: FulfilmentDeps, caller: Session, id: string): Promise<{ address: string }> {
  await readDeliveredFile(deps, caller.accountId, id);
  const until = deps.ctx.clock.now().getTime() + LINK_MS;
  const signature = getSigner(deps).sign(USE, formatSignedText(id, caller, until));
  const query = { id, session: caller.sessionId, until: String(until), signature } satisfies Record<keyof LinkedFile, string>;
  return { address: `/api/orders/linked-file?${new URLSearchParams(query)}` };
}

export async function readLinkedFile(
  deps: FulfilmentDeps,
  { id, session: sessionId, until, signature }: LinkedFile,
  isAlive: (session: Session) => Promise<boolean>,
): Promise<SavedFile> {
  const row = await findDelivered(deps, id);
  const session = { accountId: row.accountId, sessionId };
  const isSigned = getSigner(deps).isSigned(USE, formatSignedText(id, session, until), signature);
  if (!isSigned || until < deps.ctx.clock.now().getTime() || !(await isAlive(session))) throw new UserError(404);
  return toContent(deps.store, row);
}
