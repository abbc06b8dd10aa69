// Calls with which operators act for a customer, by the rules of the customer's own calls.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { acceptForShape, briefForShape, reviseForShape, uploadedForShape, uploadForShape } from './shapes.ts';

export const forCustomerCalls = {
  'POST /api/for-customer/brief': {
    kind: 'write',
    prepares: true,
    audit: { act: 'customer.briefFor', about: 'order' },
    may: 'customers.actFor',
    about: 'Fills the brief of a piece for its customer, or corrects it before the delivery.',
    input: briefForShape,
  },
  'POST /api/for-customer/file': {
    kind: 'outside',
    audit: { act: 'customer.uploadFor', about: 'order' },
    may: 'customers.actFor',
    about: 'Uploads a file for a customer’s brief. The body is the file.',
    input: uploadForShape,
    output: uploadedForShape,
    body: 'bytes',
    bodyBytes: 10 * 1024 * 1024,
  },
  'POST /api/for-customer/revise': {
    kind: 'write',
    audit: { act: 'customer.reviseFor', about: 'order' },
    may: 'customers.actFor',
    about: 'Requests a revision for a customer.',
    input: reviseForShape,
  },
  'POST /api/for-customer/accept': {
    kind: 'write',
    audit: { act: 'customer.acceptFor', about: 'order' },
    may: 'customers.actFor',
    about: 'Accepts a delivery for a customer.',
    input: acceptForShape,
  },
} as const satisfies DeskCallTable;
