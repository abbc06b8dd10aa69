// Prop types shared by the components of deliveries and messages.
import type { Output } from '../../../api.ts';

export type Delivery = Output<'GET /api/orders/delivery'>;
export type PieceView = Output<'GET /api/orders/piece'>;
export type PieceDeliveryProps = { readonly piece: PieceView; readonly take: (fresh: PieceView) => void };
