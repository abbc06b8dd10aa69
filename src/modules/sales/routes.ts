import { Download, type Handlers } from '#platform/http/api-routes.ts';
import { type AccountDeps, readAccountStatement, saveAccountStatement } from './account-statement.ts';
import type { accountStatementCalls } from './calls.ts';

export const accountStatementRoutes = (deps: AccountDeps): Pick<Handlers, keyof typeof accountStatementCalls> => ({
  'GET /api/account-statement': ({ caller, input, locale }) =>
    readAccountStatement(deps, { ...input, accountId: caller.accountId, locale }),
  'GET /api/account-statement/file': async ({ caller, input, locale }) =>
    new Download(await saveAccountStatement(deps, { ...input, accountId: caller.accountId, locale })),
});
