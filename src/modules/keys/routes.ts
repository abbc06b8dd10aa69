import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/api-routes.ts';
import { createKey, listOwnKeys, revokeKey, rotateKey } from './actions.ts';
import type { keyCalls } from './calls.ts';

export const keyRoutes = (ctx: AppContext): Pick<Handlers, keyof typeof keyCalls> => ({
  'GET /api/keys': ({ caller }) => listOwnKeys(ctx, caller.accountId),
  'POST /api/keys/create': ({ caller: { accountId }, input }) => transaction(ctx.db, (tx) => createKey(ctx, tx, { accountId }, input)),
  async 'POST /api/keys/rotate'({ caller: { accountId }, input }) {
    return (await transaction(ctx.db, (tx) => rotateKey(ctx, tx, { accountId }, input))).created;
  },
  async 'POST /api/keys/revoke'({ caller, input }) {
    await transaction(ctx.db, (tx) => revokeKey(ctx, tx, input.id, caller.accountId));
  },
});
