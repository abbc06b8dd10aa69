// Calls for notes and tags of customers.
import type { DeskCallTable } from '../shapes-calls.ts';
import { addNoteShape, changeTagShape, customerNotesRequestShape, customerNotesShape, removeNoteShape, tagListShape } from './shapes.ts';

export const customerRecordCalls = {
  'GET /api/customer/notes': {
    may: 'customers.see',
    about: 'Returns a customer’s tags, and the notes about them, newest first.',
    input: customerNotesRequestShape,
    output: customerNotesShape,
  },
  'POST /api/customer/note': { may: 'customers.edit', about: 'Adds a note about a customer.', input: addNoteShape },
  'POST /api/customer/remove-note': { may: 'customers.edit', about: 'Deletes a note about a customer.', input: removeNoteShape },
  'POST /api/customer/add-tag': { may: 'customers.edit', about: 'Adds a tag to a customer.', input: changeTagShape },
  'POST /api/customer/remove-tag': { may: 'customers.edit', about: 'Removes a tag from a customer.', input: changeTagShape },
  'GET /api/customers/tags': { may: 'customers.see', about: 'Lists the tags in use.', output: tagListShape },
} as const satisfies DeskCallTable;
