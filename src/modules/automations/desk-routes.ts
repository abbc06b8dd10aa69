// Routes of automations.
import { type DeskHandlers, downloadList } from '#modules/staff/actions.ts';
import { transaction } from '#platform/database/database.ts';
import type { AutomationDeps } from './carry-out.ts';
import { readAutomations, removeAutomation, saveAutomation, switchAutomation, tryAutomation } from './desk.ts';
import type { automationCalls } from './desk-calls.ts';
import { listRuns, runsFile } from './list-runs.ts';

export const automationRoutes = (deps: AutomationDeps): Pick<DeskHandlers, keyof typeof automationCalls> => ({
  'GET /api/automations': () => readAutomations(deps),
  'POST /api/automations/save': (tx, { input, session }) => saveAutomation(deps, tx, session, input),
  'POST /api/automations/try': ({ input }) => transaction(deps.ctx.db, (tx) => tryAutomation(deps, tx, input.id)),
  'POST /api/automations/switch': (tx, { input }) => switchAutomation(deps, tx, input),
  'POST /api/automations/remove': (tx, { input }) => removeAutomation(tx, input.id),
  'GET /api/automations/runs': ({ input }) => listRuns(deps, input),
  'GET /api/automations/runs/table': ({ input, session }) =>
    downloadList(deps.ctx, session, { list: 'automation runs', filter: {} }, () => runsFile(deps, input.id)),
});
