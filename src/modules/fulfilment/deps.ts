// Dependencies of the fulfilment actions, and the lock that each of them begins with.

import type { ShopTexts } from '#lib/rendering.ts';
import { UserError } from '#lib/user-error.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { lockWork, type PieceContext } from '#modules/orders/pieces/queries-work.ts';
import type { FindVat } from '#modules/orders/receipt-mail.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Store } from '#platform/files/store.ts';
import type { WorkResult } from './desk/shapes.ts';
import type { FulfilmentEvents } from './events.ts';
import type { Makers } from './maker.ts';

export type FulfilmentDeps = {
  readonly ctx: AppContext;
  readonly catalogue: CatalogueModule;
  readonly store: Store;
  /** For the links of delivered files. */
  readonly secrets: Pick<Secrets, 'derive'>;
  readonly shop: ShopTexts;
  /** Programs that make pieces and check texts; absent: people do all work. */
  readonly makers: Makers | undefined;
  /** Of plugins. */
  readonly exporters: readonly DeliveryExporter[];
  readonly reactions: FulfilmentEvents;
  readonly findVat: FindVat;
  /** An address for answers to a mail about the piece, if the shop receives mail; a later module answers. */
  readonly replyAddress: (tx: DbClient, pieceId: string) => Promise<string | undefined>;
};

/** A delivery as an exporter gets it. */
export type ExportedDelivery = {
  /** "F-7K2Q9M4D" */
  readonly order: string;
  /** Its place in the order, from 1. */
  readonly piece: number;
  readonly version: number;
  /** Of the text; a language tag. */
  readonly language: string;
  readonly title: string;
  /** In Markdown. */
  readonly text: string;
  readonly deliveredAt: string;
  readonly shopName: string;
};

/** `as`: the file's extension, and the format's name in the API. */
export type DeliveryExporter = {
  readonly as: string;
  /** The same in every language, such as EPUB. */
  readonly label: string;
  readonly make: (delivery: ExportedDelivery) => Uint8Array | Promise<Uint8Array>;
};

export async function lockPiece(tx: DbClient, pieceId: string): Promise<PieceContext> {
  const work = await lockWork(tx, pieceId);
  if (!work) throw new UserError(404);
  return work;
}

/** The result of an action, from the columns it changed. */
export function toWorkResult({ piece, order }: PieceContext, after: WorkResult['after']): WorkResult {
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, (piece as Record<string, unknown>)[name] ?? null]));
  return { pieceId: piece.id, orderId: order.id, number: order.number, accountId: order.accountId, before, after };
}
