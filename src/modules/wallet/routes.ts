import type { Locale } from '#lib/locale.ts';
import type { Handlers } from '#platform/http/api-routes.ts';
import { readIdempotencyKey } from '#platform/http/idempotency.ts';
import type { WalletModule } from './actions.ts';
import { subjects } from './rules.ts';
import type { Statement, StatementLine } from './shapes.ts';

type WalletCall =
  | 'POST /api/balance'
  | 'POST /api/balance/deposit'
  | 'GET /api/balance/statement'
  | 'GET /api/balance/funds'
  | 'GET /api/balance/deposit'
  | 'GET /api/payments/attempt';

/** Names the orders of an account, by their own ids or by those of their purchases. */
type NameOrders = (accountId: string, ids: readonly string[], locale: Locale) => Promise<ReadonlyMap<string, StatementLine['bought']>>;

export const walletRoutes = (wallet: WalletModule, nameOrders: NameOrders): Pick<Handlers, WalletCall> => ({
  'POST /api/balance': ({ caller, input }) => wallet.balance(caller.accountId, input.currency),
  'POST /api/balance/deposit': ({ caller, input, locale, request }) =>
    wallet.deposit(
      { accountId: caller.accountId, address: request.ip, locale, blockedAt: caller.terms?.blockedAt ?? null },
      input,
      readIdempotencyKey(request, input),
    ),
  'GET /api/balance/statement': async ({ caller, input, locale }) => {
    const statement = await wallet.statement(caller.accountId, input);
    return withBought(statement, await nameOrders(caller.accountId, listOrderSubjects(statement), locale));
  },
  'GET /api/balance/funds': ({ caller }) => wallet.funds(caller.accountId),
  'GET /api/balance/deposit': ({ caller, input }) => wallet.depositState(caller.accountId, input.id),
  'GET /api/payments/attempt': ({ caller, input }) => wallet.attempt(caller.accountId, input.key),
});

const listOrderSubjects = ({ lines }: Statement): string[] =>
  lines.filter(({ kind }) => subjects[kind] === 'purchase' || subjects[kind] === 'order').map(({ subjectId }) => subjectId);

const withBought = (statement: Statement, names: ReadonlyMap<string, StatementLine['bought']>): Statement => ({
  ...statement,
  lines: statement.lines.map((line) => ({ ...line, bought: names.get(line.subjectId) ?? [] })),
});
