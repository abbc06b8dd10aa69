// Prop types shared by the components of deliveries and messages.

import type { Deliverable, PostLayout } from '#modules/catalogue/shapes.ts';
import type { Output } from '../../../api.ts';

export type Delivery = Output<'GET /api/orders/delivery'>;
export type PieceView = Output<'GET /api/orders/piece'>;
/** What a text is for; it decides how it is shown. */
export type Publication = {
  readonly delivers: Deliverable;
  /** Its name in the page's language. */
  readonly platform: string | undefined;
  readonly layout: PostLayout;
  readonly brand: string | undefined;
};
export type PieceDeliveryProps = { readonly piece: PieceView; readonly take: (fresh: PieceView) => void };
