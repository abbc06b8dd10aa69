import type { Handlers } from '../../infra/http/api-routes.ts';
import { readIdempotencyKey } from '../../infra/http/idempotency.ts';
import type { WalletModule } from './actions.ts';

type WalletCall =
  | 'POST /api/balance'
  | 'POST /api/balance/deposit'
  | 'GET /api/balance/statement'
  | 'GET /api/balance/funds'
  | 'GET /api/balance/deposit'
  | 'GET /api/payments/attempt';

export const walletRoutes = (wallet: WalletModule): Pick<Handlers, WalletCall> => ({
  'POST /api/balance': ({ caller, input }) => wallet.balance(caller.accountId, input.currency),
  'POST /api/balance/deposit': ({ caller, input, locale, request }) =>
    wallet.deposit({ accountId: caller.accountId, address: request.ip, locale }, input, readIdempotencyKey(request, input)),
  'GET /api/balance/statement': ({ caller, input }) => wallet.statement(caller.accountId, input),
  'GET /api/balance/funds': ({ caller }) => wallet.funds(caller.accountId),
  'GET /api/balance/deposit': ({ caller, input }) => wallet.depositState(caller.accountId, input.id),
  'GET /api/payments/attempt': ({ caller, input }) => wallet.attempt(caller.accountId, input.key),
});
