// Routes that accept or reject a brief under review. Each is one transaction with its reason in the audit
// log.
import { randomUUID } from 'node:crypto';
import { type CheckoutDeps, refuseAtDesk } from '#modules/orders/actions.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import { actor, lockActiveSession, type OperatorSession, writeAudit } from '#modules/staff/actions.ts';
import { transaction } from '#platform/database/database.ts';
import type { FulfilmentModule } from '../actions.ts';

type BriefCall = 'POST /api/piece/release-brief' | 'POST /api/piece/refuse-brief';
type BriefReviewDeps = { readonly checkout: CheckoutDeps; readonly fulfilment: FulfilmentModule };
type Decision = { readonly pieceId: string; readonly why: string };

export function briefRoutes(deps: BriefReviewDeps): Pick<DeskHandlers, BriefCall> {
  return {
    'POST /api/piece/release-brief': ({ input, session }) => release(deps, session, input),
    'POST /api/piece/refuse-brief': ({ input, session }) => refuse(deps, session, input),
  };
}

async function release({ checkout, fulfilment }: BriefReviewDeps, session: OperatorSession, { pieceId, why }: Decision): Promise<void> {
  const { db, clock } = checkout.ctx;
  await transaction(db, async (tx) => {
    await lockActiveSession(tx, session);
    const { number, before, after } = await fulfilment.desk.releaseBrief(tx, pieceId);
    const about = { kind: 'piece', id: pieceId } as const;
    await writeAudit(tx, actor(session), clock.now(), { act: 'piece.releaseBrief', about, before: { number, ...before }, after, why });
  });
}

async function refuse({ checkout, fulfilment }: BriefReviewDeps, session: OperatorSession, { pieceId, why }: Decision): Promise<void> {
  const { db, clock } = checkout.ctx;
  await transaction(db, async (tx) => {
    await lockActiveSession(tx, session);
    const { order, piece } = await fulfilment.desk.lockHeld(tx, pieceId);
    const { before, after } = await refuseAtDesk(checkout, tx, session.operator, { id: order.id, act: randomUUID() });
    const about = { kind: 'piece', id: pieceId } as const;
    const read = { number: order.number, heldFor: piece.heldFor };
    await writeAudit(tx, actor(session), clock.now(), { act: 'piece.refuseBrief', about, before: { ...read, ...before }, after, why });
  });
}
