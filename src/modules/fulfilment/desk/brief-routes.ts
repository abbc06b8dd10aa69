// Routes that accept or reject a brief under review.
import { randomUUID } from 'node:crypto';
import { type CheckoutDeps, refuseAtDesk } from '#modules/orders/actions.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { FulfilmentModule } from '../actions.ts';

type BriefCall = 'POST /api/piece/release-brief' | 'POST /api/piece/refuse-brief';
type BriefReviewDeps = { readonly checkout: CheckoutDeps; readonly fulfilment: FulfilmentModule };

export const briefRoutes = ({ checkout, fulfilment }: BriefReviewDeps): Pick<DeskHandlers, BriefCall> => ({
  async 'POST /api/piece/release-brief'(tx, { input: { pieceId } }) {
    const { number, before, after } = await fulfilment.desk.releaseBrief(tx, pieceId);
    return { entries: [{ id: pieceId, before: { number, ...before }, after }] };
  },
  async 'POST /api/piece/refuse-brief'(tx, { input: { pieceId }, session }) {
    const { order, piece } = await fulfilment.desk.lockHeld(tx, pieceId);
    const { before, after } = await refuseAtDesk(checkout, tx, session.operator, { id: order.id, act: randomUUID() });
    return { entries: [{ id: pieceId, before: { number: order.number, heldFor: piece.heldFor, ...before }, after }] };
  },
});
