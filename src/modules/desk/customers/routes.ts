// Routes for the list of customers, and for their notes and tags.

import type { DeskHandlers } from '#modules/staff/actions.ts';
import { downloadAct } from '#modules/staff/actions.ts';
import type { Selling } from '../selling.ts';
import type { customerRecordCalls } from './calls.ts';
import { customersFile, listCustomers } from './list.ts';
import { addNoteAct, addTagAct, listTags, readNotes, removeNoteAct, removeTagAct } from './notes.ts';

export function customerRecordRoutes(selling: Selling): Pick<DeskHandlers, keyof typeof customerRecordCalls> {
  const { ctx } = selling.checkout;
  return {
    'GET /api/customers': ({ input }) => listCustomers(selling, input),
    'GET /api/customers/table': ({ input, session }) =>
      downloadAct(selling.checkout.ctx, session, { list: 'customers', filter: input }, (filter) => customersFile(selling, filter)),
    'GET /api/customer/notes': ({ input }) => readNotes(ctx, input.id),
    'POST /api/customer/note': ({ input, session }) => addNoteAct(ctx, session, input),
    'POST /api/customer/remove-note': ({ input, session }) => removeNoteAct(ctx, session, input),
    'POST /api/customer/add-tag': ({ input, session }) => addTagAct(ctx, session, input),
    'POST /api/customer/remove-tag': ({ input, session }) => removeTagAct(ctx, session, input),
    'GET /api/customers/tags': () => listTags(ctx),
  };
}
