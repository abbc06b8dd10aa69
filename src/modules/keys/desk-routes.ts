// Routes for API keys at the desk.
import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { createKey, listAllKeys, revokeKey, rotateKey } from './actions.ts';
import type { deskKeyCalls } from './desk-calls.ts';

export const deskKeyRoutes = (ctx: AppContext): Pick<DeskHandlers, keyof typeof deskKeyCalls> => ({
  'GET /api/keys': () => listAllKeys(ctx),
  async 'POST /api/keys/create'(tx, { input, session }) {
    const answer = await createKey(ctx, tx, { accountId: null, createdById: session.operator.id }, input);
    const { name, scopes } = input;
    return { entries: [{ id: answer.id, after: { name, scopes } }], answer };
  },
  async 'POST /api/keys/rotate'(tx, { input, session }) {
    const { before, created: answer } = await rotateKey(ctx, tx, { accountId: null, createdById: session.operator.id }, input);
    return { entries: [{ id: before.id, before: { name: before.name }, after: { overlapHours: input.overlapHours } }], answer };
  },
  async 'POST /api/keys/revoke'(tx, { input }) {
    const before = await revokeKey(ctx, tx, input.id);
    return { entries: before ? [{ id: before.id, before: { name: before.name } }] : [] };
  },
});
