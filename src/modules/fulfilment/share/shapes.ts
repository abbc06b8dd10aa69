// Shapes of shared orders: what the customer allows, and what a guest reads and writes.
import * as z from 'zod/mini';
import { createPersonNameShape } from '#lib/people/person-name.ts';
import type { Message } from '#lib/user-error.ts';
import type { CatalogueField } from '#modules/catalogue/shapes.ts';
import type { OrderPiece } from '#modules/orders/pieces/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import { type DeliveryView, wordsShape } from '../shapes.ts';

const messages = {
  name: /*i18n*/ { id: 'share.name', message: 'Enter your name.' },
} as const satisfies Record<string, Message>;

export const sharedOrderShape = z.object({ orderId: z.uuid() });
/** `expiresAt`: absent or null is in 30 days. */
export const shareShape = z.object({
  orderId: z.uuid(),
  approve: z._default(z.boolean(), false),
  comment: z._default(z.boolean(), false),
  expiresAt: z.nullish(z.iso.datetime({ offset: true })),
});
export type Share = z.output<typeof shareShape>;
export const shareLinkShape = z.object({ link: z.string() });
export const currentShareShape = z.object({
  share: z.nullable(z.object({ link: z.string(), approve: z.boolean(), comment: z.boolean(), expiresAt: z.string(), uses: z.int() })),
});
export type CurrentShare = z.output<typeof currentShareShape>;

const name = createPersonNameShape(messages.name);
export const commentShape = z.object({ pieceId: z.uuid(), name, message: wordsShape });
export const approvalShape = z.object({ deliveryId: z.uuid(), name });

/** The newest version only. */
type SharedDelivery = Pick<DeliveryView, 'id' | 'version' | 'deliveredAt' | 'text' | 'files' | 'links' | 'acceptedAt'>;

export type SharedPiece = Pick<OrderPiece, 'id' | 'title' | 'state' | 'stage'> & {
  /** Empty if the order has one brief for all. */
  readonly brief: Answers;
  readonly fields: readonly CatalogueField[];
  readonly delivery: SharedDelivery | null;
  /** A guest may accept the delivery. */
  readonly isOpen: boolean;
  readonly messages: readonly {
    readonly id: string;
    readonly mine: boolean;
    readonly name: string;
    readonly text: string;
    readonly at: string;
  }[];
};

/** What the page of a shared order shows: no price, document or address. */
export type SharedOrder = {
  readonly title: string;
  readonly fields: readonly CatalogueField[];
  readonly answers: Answers;
  readonly pieces: readonly SharedPiece[];
  readonly mayComment: boolean;
};
