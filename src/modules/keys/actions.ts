// Keys of the API: created, rotated and revoked by the desk, by clients for their accounts and by command. A
// key is read from the database at each request, so that a revoked one ends at once on every node.
import type { FastifyRequest } from 'fastify';
import { toIsoOrNull } from '#lib/time/date.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { lockAgainstErasure } from '#modules/accounts/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { newId } from '#platform/new-id.ts';
import { isInNetworks, readNetwork } from './networks.ts';
import * as queries from './queries.ts';
import { isUsable } from './rules.ts';
import { createSecret, formatSecretHint, getPrefix, hashSecret, isSecret } from './secret.ts';
import { type CreatedKey, type CreateKey, expiryMessage, type Keys, type OwnKeys, type RotateKey } from './shapes.ts';

const MAX_KEYS = 50;
const HOUR_MS = 3_600_000;
const TOUCH_MS = 60_000;
const VERSION_CHARS = '2026-11-30'.length;

const messages = {
  most: /*i18n*/ { id: 'key.most', message: 'There are {count} keys, the maximum. Revoke one first.' },
  revoked: /*i18n*/ { id: 'key.revoked', message: 'This key was revoked or has expired.' },
  network: /*i18n*/ { id: 'key.network', message: 'Enter IP addresses or ranges, such as 203.0.113.7 or 203.0.113.0/24.' },
  address: /*i18n*/ { id: 'key.address', message: 'This key doesn’t work from this address.' },
} as const satisfies Record<string, Message>;

type Context = Pick<AppContext, 'config' | 'clock' | 'db' | 'log'>;

/** Who creates a key, and whose it is; null: the shop's. */
type Owner = { readonly accountId: string | null; readonly createdById?: string };

export async function createKey(ctx: Context, tx: DbClient, { accountId, createdById }: Owner, request: CreateKey): Promise<CreatedKey> {
  const now = ctx.clock.now();
  const expiresAt = request.expiresAt === null ? null : new Date(request.expiresAt);
  if (expiresAt && expiresAt <= now) throw new UserError(400, { expiresAt: [expiryMessage] });
  const wrong = request.networks.findIndex((network) => !readNetwork(network));
  if (wrong >= 0) throw new UserError(400, { [`networks[${wrong}]`]: [messages.network] });
  if (accountId !== null) await lockAgainstErasure(tx, accountId);
  if ((await queries.lockKeys(tx, accountId)) >= MAX_KEYS)
    throw new UserError(400, { '': [{ ...messages.most, values: { count: MAX_KEYS } }] });
  const prefix = getPrefix(ctx.config.production);
  const key = createSecret(prefix);
  const id = newId(now);
  const { name, scopes, networks } = request;
  await queries.insertKey(tx, {
    ...{ id, accountId, name, scopes, networks, expiresAt, createdAt: now },
    ...{ hint: formatSecretHint(key, prefix), secretHash: hashSecret(key), version: now.toISOString().slice(0, VERSION_CHARS) },
    ...{ createdById: createdById ?? null, lastUsedAt: null, revokedAt: null },
  });
  logSecurity(ctx.log, 'security.key.created', { key: id, ...(accountId === null ? {} : { account: accountId }) });
  return { id, key };
}

/** A new key like this one of the same owner, which goes on working for a while. */
export async function rotateKey(ctx: Context, tx: DbClient, owner: Owner, { id, overlapHours }: RotateKey) {
  const before = await queries.lockKey(tx, id);
  if (before?.accountId !== owner.accountId) throw new UserError(404);
  const now = ctx.clock.now();
  if (!isUsable(before, now)) throw new UserError(400, { '': [messages.revoked] });
  const { name, scopes, networks, expiresAt } = before;
  const endsAt = new Date(now.getTime() + overlapHours * HOUR_MS);
  if (!expiresAt || endsAt < expiresAt) await queries.setKey(tx, id, overlapHours === 0 ? { revokedAt: now } : { expiresAt: endsAt });
  const copy = { name, scopes: [...scopes], networks: [...networks], expiresAt: toIsoOrNull(expiresAt) };
  return { before, created: await createKey(ctx, tx, owner, copy) };
}

/** Undefined if it was revoked before. `accountId`: only a key of this account. */
export async function revokeKey(ctx: Context, tx: DbClient, id: string, accountId?: string): Promise<queries.KeyRow | undefined> {
  const before = await queries.lockKey(tx, id);
  if (!before || (accountId !== undefined && before.accountId !== accountId)) throw new UserError(404);
  if (before.revokedAt) return undefined;
  await queries.setKey(tx, id, { revokedAt: ctx.clock.now() });
  logSecurity(ctx.log, 'security.key.revoked', { key: id });
  return before;
}

/** The key that was sent. Undefined if it is missing, unknown, revoked or expired. */
export async function findUsableKey(
  { config, clock, db }: Context,
  text: string,
  { ip }: Pick<FastifyRequest, 'ip'>,
): Promise<queries.KeyRow | undefined> {
  if (!isSecret(text, getPrefix(config.production))) return undefined;
  const found = await queries.findKey(db.orm, hashSecret(text));
  const now = clock.now();
  if (!found || !isUsable(found, now)) return undefined;
  if (!isInNetworks(ip, found.networks)) throw new UserError(403, { '': [messages.address] });
  const before = new Date(now.getTime() - TOUCH_MS);
  if (!found.lastUsedAt || found.lastUsedAt < before) await queries.touchKey(db.orm, found.id, now, before);
  return found;
}

type ListedKey = Awaited<ReturnType<typeof queries.listKeys>>[number];

const viewKey = ({ id, name, hint, scopes, networks, createdAt, expiresAt, lastUsedAt, revokedAt }: ListedKey) => ({
  ...{ id, name, hint, scopes: [...scopes], networks: [...networks], createdAt: createdAt.toISOString() },
  ...{ expiresAt: toIsoOrNull(expiresAt), lastUsedAt: toIsoOrNull(lastUsedAt), revokedAt: toIsoOrNull(revokedAt) },
});

export const listOwnKeys = async ({ db }: Context, accountId: string): Promise<OwnKeys> =>
  (await queries.listKeys(db.orm, accountId)).map(viewKey);

/** Of the shop and of all accounts. */
export const listAllKeys = async ({ db }: Context): Promise<Keys> =>
  (await queries.listKeys(db.orm)).map((row) => ({
    ...viewKey(row),
    client: row.accountId === null ? null : { id: row.accountId, email: row.email ?? '' },
  }));
