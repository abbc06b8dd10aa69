// API keys and the calls of API v1: `const api = await keyOf(shop, who)`, `await api('GET /orders')`.
import type * as z from 'zod/mini';
import type { ApiCalls } from '#modules/api-v1/calls.ts';
import { createKey, rotateKey } from '#modules/keys/actions.ts';
import { type Scope, scopes } from '#modules/keys/rules.ts';
import type { CreateKey } from '#modules/keys/shapes.ts';
import { transaction } from '#platform/database/database.ts';
import type { Buyer } from './money.ts';
import { accountId } from './rows/accounts.ts';
import type { Shop } from './shop.ts';

type Headers = Readonly<Record<string, string>>;

/** `GET /orders/${string}` of the table's `GET /api/v1/orders/:id`. */
type Asked<Name extends string> = Name extends `${infer Method} /api/v1${infer Path}`
  ? Path extends `${infer Before}/:id${infer After}`
    ? `${Method} ${Before}/${string}${After}`
    : `${Method} ${Path}`
  : never;
type CallOutput<Row> = Row extends { readonly output: infer Shape extends z.ZodMiniType } ? z.output<Shape> : unknown;
/** The table's outputs of the calls whose paths fit; unknown for a name that is computed. */
type CallBody<Name extends string> = string extends Name
  ? unknown
  : { [Row in keyof ApiCalls]: Name extends Asked<Row> ? CallOutput<ApiCalls[Row]> : never }[keyof ApiCalls];
export type ApiAnswer<Name extends string = string> = {
  readonly status: number;
  readonly headers: globalThis.Headers;
  /** As the documentation says; that of an error is read by `getErrors`. */
  readonly body: CallBody<Name>;
};
export type ApiClient = (<const Name extends string>(name: Name, sent?: unknown, headers?: Headers) => Promise<ApiAnswer<Name>>) & {
  readonly id: string;
  readonly key: string;
};

/** Makes a call of API v1 as a program does: every request names JSON as its type. */
export async function callApi<const Name extends string>(
  shop: Shop,
  key: string | undefined,
  name: Name,
  sent?: unknown,
  more: Headers = {},
): Promise<ApiAnswer<Name>> {
  const [method = '', path = ''] = name.split(' ');
  const query = method === 'GET' && sent ? `?${new URLSearchParams(sent as Record<string, string>)}` : '';
  const isBytes = Buffer.isBuffer(sent);
  const answer = await fetch(`${shop.urls.storefront}/api/v1${path}${query}`, {
    method,
    headers: {
      'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...more,
    },
    ...(method === 'GET' || sent === undefined ? {} : { body: isBytes ? new Uint8Array(sent) : JSON.stringify(sent) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Without a customer, a key of the shop. */
export async function createApiKey(shop: Shop, who?: Buyer, more: Partial<CreateKey> = {}): Promise<ApiClient> {
  const owner = who ? await accountId(shop, who.email) : null;
  const request = { name: 'Sample', scopes: [...scopes] as Scope[], networks: [], expiresAt: null, ...more };
  const { id, key } = await transaction(shop.ctx.db, (tx) => createKey(shop.ctx, tx, { accountId: owner }, request));
  return Object.assign(
    <const Name extends string>(name: Name, sent?: unknown, headers?: Headers) => callApi(shop, key, name, sent, headers),
    { id, key },
  );
}

export const rotate = (shop: Shop, id: string, overlapHours: 0 | 1 | 24 | 168) =>
  transaction(shop.ctx.db, (tx) => rotateKey(shop.ctx, tx, { accountId: null }, { id, overlapHours }));
