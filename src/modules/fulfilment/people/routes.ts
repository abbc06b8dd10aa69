// Routes for how work is assigned.
import { type Message, UserError } from '#lib/user-error.ts';
import { lockAgainstErasure } from '#modules/accounts/actions.ts';
import { type DeskHandlers, lockColleague } from '#modules/staff/actions.ts';
import { mayDo } from '#modules/staff/shapes-roles.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { peopleCalls } from './calls.ts';
import * as queries from './queries.ts';
import type { OperatorWork } from './shapes.ts';

const messages = {
  noMaker: /*i18n*/ { id: 'desk.noWorker', message: 'Choose an operator whose role works on pieces.' },
} as const satisfies Record<string, Message>;

export function peopleRoutes({ db }: AppContext): Pick<DeskHandlers, keyof typeof peopleCalls> {
  async function save(tx: DbClient, after: OperatorWork) {
    const before = await queries.findOperatorWork(tx, after.operatorId);
    await queries.saveOperatorWork(tx, after);
    return { entries: [{ id: after.operatorId, before, after }] };
  }
  return {
    'GET /api/work': () => queries.listOperatorWork(db.orm),
    async 'POST /api/work'(tx, { input }) {
      await refuseOthers(tx, 'operatorId', input.operatorId);
      return save(tx, input);
    },
    async 'POST /api/account/work'(tx, { input, session }) {
      const { id: operatorId } = session.operator;
      const usual = { operatorId, isAssigned: false, services: null, languages: null };
      return save(tx, { ...usual, ...(await queries.findOperatorWork(tx, operatorId)), ...input });
    },
    'GET /api/customer/maker': async ({ input }) => ({ maker: (await queries.findCustomerMaker(db.orm, input.id)) ?? null }),
    async 'POST /api/customer/maker'(tx, { input: { id, maker } }) {
      if (maker !== null) await refuseOthers(tx, 'maker', maker);
      if (!(await lockAgainstErasure(tx, id))) throw new UserError(404);
      const before = await queries.findCustomerMaker(tx, id);
      await queries.setCustomerMaker(tx, id, maker);
      return { entries: [{ id, before: { maker: before ?? null }, after: { maker } }] };
    },
  };
}

async function refuseOthers(tx: DbClient, field: string, id: string): Promise<void> {
  const found = await lockColleague(tx, id);
  if (!found || !mayDo(found, 'queue.work')) throw new UserError(400, { [field]: [messages.noMaker] });
}
