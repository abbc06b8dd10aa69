// Calls for how work is assigned.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import {
  customerIdShape,
  customerMakerShape,
  operatorWorkShape,
  operatorWorksShape,
  ownWorkShape,
  setCustomerMakerShape,
} from './shapes.ts';

export const peopleCalls = {
  'GET /api/work': {
    may: 'team.see',
    about: 'Lists what operators take, their capacity per day and their days off.',
    output: operatorWorksShape,
  },
  'POST /api/work': {
    kind: 'write',
    audit: { act: 'work.edit', about: 'operator' },
    may: 'queue.assign',
    about: 'Changes what an operator takes. New pieces are assigned by it; what is assigned stays.',
    input: operatorWorkShape,
  },
  'POST /api/account/work': {
    kind: 'write',
    audit: { act: 'work.edit', about: 'operator' },
    may: 'queue.work',
    about: 'Changes the operator’s own capacity per day and days off.',
    input: ownWorkShape,
  },
  'GET /api/customer/maker': {
    may: 'customers.see',
    about: 'Returns the operator who makes the pieces of a customer.',
    input: customerIdShape,
    output: customerMakerShape,
  },
  'POST /api/customer/maker': {
    kind: 'write',
    audit: { act: 'customer.setMaker', about: 'customer' },
    may: 'queue.assign',
    about: 'Sets the operator who makes the new pieces of a customer; null for none.',
    input: setCustomerMakerShape,
  },
} as const satisfies DeskCallTable;
