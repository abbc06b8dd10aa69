// Calls for the list of customers, and for their notes and tags.
import { readDeliveryShape } from '#modules/fulfilment/shapes.ts';
import { type DeskCallTable, listDownload } from '#modules/staff/shapes-calls.ts';
import {
  addNoteShape,
  changeTagShape,
  customerNotesRequestShape,
  customerNotesShape,
  customersFileShape,
  customersRequestShape,
  customersShape,
  removeNoteShape,
  tagListShape,
} from './shapes.ts';
import {
  creditShape,
  customerDeliveryRequestShape,
  customerRequestShape,
  customerShape,
  customerStatementRequestShape,
  customerStatementShape,
  customerTicketsRequestShape,
  customerTicketsShape,
  customerViewRequestShape,
  customerViewShape,
} from './shapes-customer.ts';

export const clientCalls = {
  'GET /api/customer': { may: 'customers.see', about: 'Returns a customer.', input: customerRequestShape, output: customerShape },
  'GET /api/customer/statement': {
    may: 'money.see',
    about: 'Returns the transactions of a balance.',
    input: customerStatementRequestShape,
    output: customerStatementShape,
  },
  'GET /api/customer/tickets': {
    may: 'tickets.see',
    about: 'Lists a customer’s tickets, newest first.',
    input: customerTicketsRequestShape,
    output: customerTicketsShape,
  },
  'POST /api/customer/credit': {
    kind: 'write',
    audit: { act: 'customer.credit', about: 'customer' },
    stepUp: true,
    may: 'money.move',
    about: 'Gives a customer promotional credit.',
    input: creditShape,
  },
  'POST /api/customer/look': {
    kind: 'read',
    audit: { act: 'customer.look', about: 'customer' },
    may: 'customers.see',
    about: 'Returns what the customer sees, and records it in the audit log.',
    input: customerViewRequestShape,
    output: customerViewShape,
  },
  'POST /api/customer/end-sessions': {
    kind: 'write',
    audit: { act: 'customer.endSessions', about: 'customer' },
    may: 'customers.logOut',
    about: 'Ends all sessions of a customer.',
    input: customerViewRequestShape,
  },
  'GET /api/customer/delivery': {
    may: 'customers.see',
    about: 'Returns a delivery as the customer sees it.',
    input: customerDeliveryRequestShape,
    output: readDeliveryShape,
  },
  'GET /api/customers': {
    may: 'customers.see',
    about: 'Lists customers by age, name, spend in a currency or last order; all, those with a tag, or the matches of a text.',
    input: customersRequestShape,
    output: customersShape,
  },
  'GET /api/customers/table': {
    audit: listDownload,
    may: 'customers.see',
    about: 'Returns the matching customers as CSV.',
    input: customersFileShape,
    answer: 'bytes',
  },
  'GET /api/customer/notes': {
    may: 'customers.see',
    about: 'Returns a customer’s tags, and the notes about them, newest first.',
    input: customerNotesRequestShape,
    output: customerNotesShape,
  },
  'POST /api/customer/note': {
    kind: 'write',
    audit: { act: 'customer.note', about: 'customer' },
    may: 'customers.edit',
    about: 'Adds a note about a customer.',
    input: addNoteShape,
  },
  'POST /api/customer/remove-note': {
    kind: 'write',
    audit: { act: 'customer.removeNote', about: 'customer' },
    may: 'customers.edit',
    about: 'Deletes a note about a customer.',
    input: removeNoteShape,
  },
  'POST /api/customer/add-tag': {
    kind: 'write',
    audit: { act: 'customer.tag', about: 'customer' },
    may: 'customers.edit',
    about: 'Adds a tag to a customer.',
    input: changeTagShape,
  },
  'POST /api/customer/remove-tag': {
    kind: 'write',
    audit: { act: 'customer.untag', about: 'customer' },
    may: 'customers.edit',
    about: 'Removes a tag from a customer.',
    input: changeTagShape,
  },
  'GET /api/customers/tags': { may: 'customers.see', about: 'Lists the tags in use.', output: tagListShape },
} as const satisfies DeskCallTable;
