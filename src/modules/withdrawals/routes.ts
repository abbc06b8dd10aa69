import type { Handlers } from '#platform/http/api-routes.ts';
import type { WithdrawalsModule } from './actions.ts';

type WithdrawalCall =
  | 'GET /api/orders/withdrawals'
  | 'GET /api/orders/withdrawal'
  | 'GET /api/orders/withdrawal-right'
  | 'POST /api/orders/withdraw';

export const withdrawalRoutes = (withdrawals: WithdrawalsModule): Pick<Handlers, WithdrawalCall> => ({
  'GET /api/orders/withdrawals': ({ caller, locale }) => withdrawals.list(caller.accountId, locale),
  'GET /api/orders/withdrawal-right': ({ caller }) => withdrawals.right(caller.accountId),
  'GET /api/orders/withdrawal': ({ caller, input }) => withdrawals.preview(caller.accountId, input.orderId),
  'POST /api/orders/withdraw': ({ caller, locale, input }) => withdrawals.withdraw(caller.accountId, locale, input),
});
