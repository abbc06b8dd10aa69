// Prop types shared by the components of deliveries and messages.
import type { Output } from '../../../api.ts';

export type Delivery = Output<'GET /api/orders/delivery'>;
export type Piece = Output<'GET /api/orders/piece'>;
export type PieceProps = { readonly piece: Piece; readonly take: (fresh: Piece) => void };
