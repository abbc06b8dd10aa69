// Who asks by a key, and whether the key may: read anew at each request.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDay } from '#lib/time/days.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findUsableKey } from '#modules/keys/actions.ts';
import type { Scope } from '#modules/keys/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import { getLocale } from '#platform/http/problem.ts';
import { measurePoints } from '#platform/limits/limits.ts';
import { setSubject } from '#platform/logging/security-log.ts';
import { idShape } from './shapes.ts';
import type { ApiCallRow } from './shapes-calls.ts';

const messages = {
  version: /*i18n*/ {
    id: 'api.version',
    message: 'Fanfare-Version must be a day from {first} on, written as YYYY-MM-DD.',
  },
  account: /*i18n*/ { id: 'api.account', message: 'This call needs a key of an account: the shop’s own key can’t make it.' },
  scope: /*i18n*/ { id: 'api.scope', message: 'The key lacks the scope {scope}.' },
} as const satisfies Record<string, Message>;

/** The behaviour of an earlier day does not exist. */
const FIRST_VERSION = '2026-01-01';
const BEARER = /^Bearer (fk_\w{1,100})$/i;

/** `accountId` is null for the shop's own key. */
export type ApiCaller = {
  readonly keyId: string;
  readonly keyName: string;
  readonly accountId: string | null;
  readonly createdById: string | null;
  readonly scopes: readonly Scope[];
  readonly version: string;
};

/** Throws a user error if the key may not make the call. Cookies and tokens are never looked at. */
export async function admitKey(ctx: AppContext, request: FastifyRequest, reply: FastifyReply, row: ApiCallRow) {
  const key = await findKey(ctx, request, reply, BEARER.exec(request.headers.authorization ?? '')?.[1]);
  const { id: keyId, name: keyName, accountId, createdById, scopes } = key;
  const version = readVersion(request) ?? key.version;
  reply.header('fanfare-version', version);
  expectAllowed(key, row);
  const { id } = request.params as { readonly id?: string };
  if (id !== undefined && !idShape.safeParse({ id }).success) throw new UserError(404);
  const caller: ApiCaller = { keyId, keyName, accountId, createdById, scopes, version };
  return { caller, locale: getLocale(request) };
}

/** The key that was sent. Counts the request. */
export async function findKey(ctx: AppContext, request: FastifyRequest, reply: FastifyReply, text: string | undefined) {
  const key = text && (await findUsableKey(ctx, text, request));
  if (!key) throw new UserError(401);
  setSubject(request, { key: key.id, ...(key.accountId === null ? {} : { account: key.accountId }) });
  await limitRequests(ctx, reply, key.id);
  return key;
}

type Allowed = Pick<ApiCaller, 'scopes' | 'accountId'>;

/** Throws a user error if the key lacks the scope, or has no account and needs one. */
export function expectAllowed({ scopes, accountId }: Allowed, { scope, needsAccount }: Pick<ApiCallRow, 'scope' | 'needsAccount'>): void {
  const wanted = [scope].flat() as Scope[];
  if (!wanted.some((each) => scopes.includes(each)))
    throw new UserError(403, { '': [{ ...messages.scope, values: { scope: wanted.join(' / ') } }] });
  if (needsAccount && accountId === null) throw new UserError(400, { '': [messages.account] });
}

/** Headers by draft-ietf-httpapi-ratelimit-headers. */
async function limitRequests(ctx: AppContext, reply: FastifyReply, keyId: string): Promise<void> {
  const { quota, windowSeconds, left, resetSeconds } = await measurePoints(ctx, { limit: 'apiKey.requests', of: keyId });
  reply.header('ratelimit-policy', `"default";q=${quota};w=${windowSeconds}`);
  reply.header('ratelimit', `"default";r=${Math.max(0, left)};t=${resetSeconds}`);
  if (left < 0) throw new UserError(429, {}, resetSeconds);
}

/** Undefined: the date of the key. */
function readVersion({ headers }: FastifyRequest): string | undefined {
  const version = headers['fanfare-version'];
  if (version === undefined) return undefined;
  if (typeof version !== 'string' || !isDay(version) || version < FIRST_VERSION)
    throw new UserError(400, { 'Fanfare-Version': [{ ...messages.version, values: { first: FIRST_VERSION } }] });
  return version;
}
