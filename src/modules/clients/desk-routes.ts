// Routes for customers: their list, notes and tags, and the page of one.

import { type DeskHandlers, downloadAct } from '#modules/staff/actions.ts';
import { type ClientDeps, creditAct, customerAtDesk, endSessionsAct, lookAct, statementAtDesk, ticketsOfCustomer } from './customer.ts';
import type { clientCalls } from './desk-calls.ts';
import { customersFile, listCustomers } from './list.ts';
import { addNoteAct, addTagAct, listTags, readNotes, removeNoteAct, removeTagAct } from './notes.ts';

export function clientRoutes(deps: ClientDeps): Pick<DeskHandlers, keyof typeof clientCalls> {
  const { ctx } = deps;
  return {
    'GET /api/customers': ({ input }) => listCustomers(deps, input),
    'GET /api/customers/table': ({ input, session }) =>
      downloadAct(ctx, session, { list: 'customers', filter: input }, (filter) => customersFile(deps, filter)),
    'GET /api/customer': ({ input }) => customerAtDesk(deps, input.id),
    'GET /api/customer/statement': ({ input }) => statementAtDesk(deps, input),
    'GET /api/customer/tickets': ({ input }) => ticketsOfCustomer(deps, input),
    'POST /api/customer/credit': ({ input, session }) => creditAct(deps, session, input),
    'POST /api/customer/look': ({ input, session }) => lookAct(deps, session, input),
    'POST /api/customer/end-sessions': ({ input, session }) => endSessionsAct(deps, session, input),
    'GET /api/customer/delivery': ({ input }) => deps.fulfilment.delivery(input.customer, input.id, 'en'),
    'GET /api/customer/notes': ({ input }) => readNotes(ctx, input.id),
    'POST /api/customer/note': ({ input, session }) => addNoteAct(ctx, session, input),
    'POST /api/customer/remove-note': ({ input, session }) => removeNoteAct(ctx, session, input),
    'POST /api/customer/add-tag': ({ input, session }) => addTagAct(ctx, session, input),
    'POST /api/customer/remove-tag': ({ input, session }) => removeTagAct(ctx, session, input),
    'GET /api/customers/tags': () => listTags(ctx),
  };
}
