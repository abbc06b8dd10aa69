// The desk's call for plans.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { owedShape } from './desk-shapes.ts';

export const deskPlanCalls = {
  'GET /api/plans/owed': {
    may: 'money.see',
    about: 'What plans have been paid for and not delivered yet: by subscription, and in all by currency.',
    output: owedShape,
  },
} as const satisfies DeskCallTable;
