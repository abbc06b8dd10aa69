// Routes of automations.
import type { DeskHandlers } from '#modules/staff/actions.ts';
import { transaction } from '#platform/database/database.ts';
import type { AutomationDeps } from './carry-out.ts';
import { readAutomations, readRuns, removeAutomation, saveAutomation, switchAutomation, tryAutomation } from './desk.ts';
import type { automationCalls } from './desk-calls.ts';

export const automationRoutes = (deps: AutomationDeps): Pick<DeskHandlers, keyof typeof automationCalls> => ({
  'GET /api/automations': () => readAutomations(deps),
  'POST /api/automations/save': (tx, { input, session }) => saveAutomation(deps, tx, session, input),
  'POST /api/automations/try': ({ input }) => transaction(deps.ctx.db, (tx) => tryAutomation(deps, tx, input.id)),
  'POST /api/automations/switch': (tx, { input }) => switchAutomation(deps, tx, input),
  'POST /api/automations/remove': (tx, { input }) => removeAutomation(tx, input.id),
  'GET /api/automations/runs': ({ input }) => readRuns(deps, input.id),
});
