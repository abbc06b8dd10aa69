import type { Handlers } from '#platform/http/api-routes.ts';
import type { historyCalls } from './calls.ts';
import { type HistoryDeps, readHistory, readHistoryPdf } from './history.ts';

export const historyRoutes = (deps: HistoryDeps): Pick<Handlers, keyof typeof historyCalls> => ({
  'GET /api/history': ({ caller }) => readHistory(deps, caller.accountId),
  'GET /api/history/pdf': ({ caller, input }) => readHistoryPdf(deps, caller.accountId, input.id),
});
