// What the handlers of API v1 get and return.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Locale } from '#lib/locale.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { FilesModule } from '#modules/files/actions.ts';
import type { FulfilmentModule } from '#modules/fulfilment/actions.ts';
import type { InvoicingModule } from '#modules/invoicing/actions.ts';
import type { OrdersModule } from '#modules/orders/actions.ts';
import type { WalletModule } from '#modules/wallet/actions.ts';
import type { WebhookDeps } from '#modules/webhooks/actions.ts';
import type { ByteBody } from '#platform/http/bytes.ts';
import type { ApiCaller } from './actions.ts';
import type { ApiCalls } from './calls.ts';

export type ApiDeps = WebhookDeps & {
  readonly catalogue: CatalogueModule;
  readonly orders: OrdersModule;
  readonly fulfilment: Pick<FulfilmentModule, 'delivery' | 'accept' | 'revise'>;
  readonly files: FilesModule;
  readonly wallet: WalletModule;
  readonly papers: InvoicingModule;
};

export type ApiCall = keyof ApiCalls;
type CallInput<C extends ApiCall> = ApiCalls[C] extends { input: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
type CallOutput<C extends ApiCall> = ApiCalls[C] extends { output: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers with nothing returns nothing
type Answered<C extends ApiCall> = undefined extends CallOutput<C> ? void : CallOutput<C>;

export type ApiRequest<C extends ApiCall> = {
  readonly input: CallInput<C>;
  readonly body: ByteBody;
  readonly caller: ApiCaller & (ApiCalls[C] extends { needsAccount: true } ? { readonly accountId: string } : unknown);
  readonly locale: Locale;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};
export type ApiHandlers<C extends ApiCall = ApiCall> = { readonly [K in C]: (call: ApiRequest<K>) => Promise<Answered<K>> };

/** `rows`: one more than asked for, if there are more. */
export function toPage<Row, Item>(rows: readonly Row[], limit: number, view: (row: Row) => Item, cursor: (row: Row) => string | number) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  return { data: shown.map(view), has_more: hasMore, next: hasMore && last !== undefined ? String(cursor(last)) : null };
}
