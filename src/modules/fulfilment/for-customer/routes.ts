// Routes with which operators act for a customer. The customer reads what was done, and why.
import { UserError } from '#lib/user-error.ts';
import { lockAgainstErasure } from '#modules/accounts/actions.ts';
import type { FilesModule } from '#modules/files/actions.ts';
import type { OrdersModule } from '#modules/orders/actions.ts';
import { findWork, type PieceContext } from '#modules/orders/pieces/queries-work.ts';
import { insertTeamAction } from '#modules/orders/queries-team.ts';
import type { TeamAction } from '#modules/orders/statuses.ts';
import type { DeskHandlers, Done, OperatorSession } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import type { FulfilmentModule } from '../actions.ts';
import { findDelivery } from '../queries.ts';
import type { forCustomerCalls } from './calls.ts';

type Deps = {
  readonly ctx: AppContext;
  readonly orders: Pick<OrdersModule, 'prepareBriefs' | 'prepareCorrection'>;
  readonly files: Pick<FilesModule, 'upload'>;
  readonly fulfilment: Pick<FulfilmentModule, 'reviseFor' | 'acceptFor'>;
};

export function forCustomerRoutes({ ctx, orders, files, fulfilment }: Deps): Pick<DeskHandlers, keyof typeof forCustomerCalls> {
  const { orm } = ctx.db;
  type Acted = { readonly pieceId: string; readonly action: TeamAction; readonly why: string; readonly session: OperatorSession };

  /** In the transaction of the change. */
  async function record(tx: DbClient, { pieceId, action, why, session }: Acted): Promise<Done> {
    const { piece, order } = await getWork(tx, pieceId);
    const at = ctx.clock.now();
    await insertTeamAction(tx, {
      ...{ id: newId(at), orderId: order.id, accountId: order.accountId, pieceId, action, at },
      reason: why,
      operatorId: session.operator.id,
    });
    return { entries: [{ id: order.id, after: { piece: piece.position + 1, action } }] };
  }

  return {
    async 'POST /api/for-customer/brief'({ input: { pieceId, why, ...brief }, session, request }) {
      const { piece, order } = await getWork(orm, pieceId);
      const buyer = { accountId: order.accountId, address: request.ip, locale: 'en' } as const;
      const input = { id: pieceId, ...brief };
      const fill = async () => {
        const { store } = await orders.prepareBriefs(buyer, { orderId: order.id, pieces: [input] });
        return async (tx: DbClient) => {
          await lockCustomer(tx, order.accountId);
          await store(tx);
          return record(tx, { pieceId, action: 'brief', why, session });
        };
      };
      if (piece.state === 'waiting') return fill();
      const store = await orders.prepareCorrection(buyer, { orderId: order.id, piece: input });
      return async (tx) => {
        await lockCustomer(tx, order.accountId);
        return (await store(tx)) ? record(tx, { pieceId, action: 'correction', why, session }) : { entries: [] };
      };
    },
    async 'POST /api/for-customer/file'({ input, body, request }) {
      const { order } = await getWork(orm, input.pieceId);
      const file = await files.upload(order, { name: input.name, ...body, address: request.ip });
      return { entries: [{ id: order.id, after: { file: file.id } }], answer: { id: file.id, name: file.name } };
    },
    async 'POST /api/for-customer/revise'(tx, { input: { why, ...request }, session }) {
      const { accountId } = await lockDelivery(tx, request.deliveryId);
      const pieceId = await fulfilment.reviseFor(tx, accountId, request);
      return record(tx, { pieceId, action: 'revision', why, session });
    },
    async 'POST /api/for-customer/accept'(tx, { input: { why, deliveryId }, session }) {
      const { accountId } = await lockDelivery(tx, deliveryId);
      const { pieceId, isNew } = await fulfilment.acceptFor(tx, accountId, deliveryId);
      return isNew ? record(tx, { pieceId, action: 'acceptance', why, session }) : { entries: [] };
    },
  };
}

async function getWork(from: DbClient, pieceId: string): Promise<PieceContext> {
  const work = await findWork(from, pieceId);
  if (!work) throw new UserError(404);
  return work;
}

async function lockDelivery(tx: DbClient, id: string) {
  const delivery = await findDelivery(tx, id);
  if (!delivery) throw new UserError(404);
  await lockCustomer(tx, delivery.accountId);
  return delivery;
}

/** Before any other lock, as whatever writes for an account. 404 if it is erased. */
async function lockCustomer(tx: DbClient, accountId: string): Promise<void> {
  if (!(await lockAgainstErasure(tx, accountId))) throw new UserError(404);
}
