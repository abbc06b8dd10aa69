// Routes for notes and tags of customers.
import type { AppContext } from '../../../infra/app-context.ts';
import type { DeskHandlers } from '../serve.ts';
import type { customerRecordCalls } from './calls.ts';
import { addNoteAct, addTagAct, listTags, readNotes, removeNoteAct, removeTagAct } from './notes.ts';

export const customerRecordRoutes = (ctx: AppContext): Pick<DeskHandlers, keyof typeof customerRecordCalls> => ({
  'GET /api/customer/notes': ({ input }) => readNotes(ctx, input.id),
  'POST /api/customer/note': ({ input, session }) => addNoteAct(ctx, session, input),
  'POST /api/customer/remove-note': ({ input, session }) => removeNoteAct(ctx, session, input),
  'POST /api/customer/add-tag': ({ input, session }) => addTagAct(ctx, session, input),
  'POST /api/customer/remove-tag': ({ input, session }) => removeTagAct(ctx, session, input),
  'GET /api/customers/tags': () => listTags(ctx),
});
