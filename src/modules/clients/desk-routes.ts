// Routes for customers: their list, notes and tags, and the page of one.

import { type DeskHandlers, downloadList } from '#modules/staff/actions.ts';
import {
  type ClientDeps,
  creditCustomer,
  endCustomerSessions,
  endMember,
  getDeskCustomer,
  getDeskStatement,
  listCustomerTickets,
  viewAsCustomer,
} from './customer.ts';
import type { clientCalls } from './desk-calls.ts';
import { createCustomersFile, listCustomers } from './list.ts';
import { addNote, addTag, listTags, readNotes, removeNote, removeTag } from './notes.ts';
import { blockCustomer, setDiscount, unblockCustomer } from './terms.ts';

export function clientRoutes(deps: ClientDeps): Pick<DeskHandlers, keyof typeof clientCalls> {
  const { ctx } = deps;
  return {
    'GET /api/customers': ({ input }) => listCustomers(deps, input),
    'GET /api/customers/table': ({ input, session }) =>
      downloadList(ctx, session, { list: 'customers', filter: input }, (filter) => createCustomersFile(deps, filter)),
    'GET /api/customer': ({ input }) => getDeskCustomer(deps, input.id),
    'GET /api/customer/statement': ({ input }) => getDeskStatement(deps, input),
    'GET /api/customer/tickets': ({ input }) => listCustomerTickets(deps, input),
    'POST /api/customer/credit': (tx, { input, session }) => creditCustomer(deps, tx, session.operator, input),
    'POST /api/customer/discount': (tx, { input }) => setDiscount(tx, input),
    'POST /api/customer/block': (tx, { input }) => blockCustomer(ctx, tx, input),
    'POST /api/customer/unblock': (tx, { input }) => unblockCustomer(tx, input),
    'POST /api/customer/look': ({ input }) => viewAsCustomer(deps, input.id),
    'POST /api/customer/end-sessions': (tx, { input }) => endCustomerSessions(deps, tx, input.id),
    'POST /api/customer/end-member': (tx, { input }) => endMember(deps, tx, input),
    'GET /api/customer/delivery': ({ input }) => deps.fulfilment.delivery(input.customer, input.id, 'en'),
    'GET /api/customer/notes': ({ input }) => readNotes(ctx, input.id),
    'POST /api/customer/note': (tx, { input, session }) => addNote(ctx, tx, session.operator, input),
    'POST /api/customer/remove-note': (tx, { input }) => removeNote(tx, input),
    'POST /api/customer/add-tag': (tx, { input }) => addTag(tx, input),
    'POST /api/customer/remove-tag': (tx, { input }) => removeTag(tx, input),
    'GET /api/customers/tags': () => listTags(ctx),
  };
}
