import { UserError } from '#lib/user-error.ts';
import { lockAgainstErasure } from '#modules/accounts/actions.ts';
import { transaction } from '#platform/database/database.ts';
import { Download, type Handlers } from '#platform/http/api-routes.ts';
import { type AccountDeps, readAccountStatement, saveAccountStatement } from './account-statement.ts';
import type { accountStatementCalls } from './calls.ts';
import { type CorrectDeps, correctInvoice, readBuyer } from './correct.ts';

export const accountStatementRoutes = (deps: AccountDeps & CorrectDeps): Pick<Handlers, keyof typeof accountStatementCalls> => ({
  'GET /api/account-statement': ({ caller, input, locale }) =>
    readAccountStatement(deps, { ...input, accountId: caller.accountId, locale }),
  'GET /api/papers/buyer': ({ caller, input }) => readBuyer(deps.ctx.db.orm, input.id, caller.accountId),
  'POST /api/papers/correct': ({ caller, input }) =>
    transaction(deps.ctx.db, async (tx) => {
      if (!(await lockAgainstErasure(tx, caller.accountId))) throw new UserError(401);
      return correctInvoice(deps, tx, input, caller.accountId);
    }),
  'GET /api/account-statement/file': async ({ caller, input, locale }) =>
    new Download(await saveAccountStatement(deps, { ...input, accountId: caller.accountId, locale })),
});
