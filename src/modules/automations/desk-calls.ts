// Calls of automations.
import { type DeskCallTable, listDownload } from '#modules/staff/shapes-calls.ts';
import {
  automationIdShape,
  automationRunsRequestShape,
  automationRunsShape,
  automationsShape,
  saveAutomationShape,
  savedAutomationShape,
  switchAutomationShape,
  triedAutomationShape,
} from './shapes.ts';

export const automationCalls = {
  'GET /api/automations': {
    may: 'automations.edit',
    about: 'Lists the automations, with what they can email and where they can post.',
    output: automationsShape,
  },
  'POST /api/automations/save': {
    kind: 'write',
    audit: { act: 'automation.save', about: 'automation' },
    may: 'automations.edit',
    about: 'Creates or changes an automation, which is off then and runs with the rights of who saved it.',
    input: saveAutomationShape,
    output: savedAutomationShape,
  },
  'POST /api/automations/try': {
    kind: 'write',
    audit: { none: 'It changes nothing but that the automation was tried.' },
    may: 'automations.edit',
    about: 'Returns for which of the last hundred events of its kind an automation would have run.',
    input: automationIdShape,
    output: triedAutomationShape,
  },
  'POST /api/automations/switch': {
    kind: 'write',
    audit: { act: ['automation.turnOn', 'automation.turnOff'], about: 'automation' },
    may: 'automations.edit',
    about: 'Turns an automation on or off. It must have been tried since its last change.',
    input: switchAutomationShape,
  },
  'POST /api/automations/remove': {
    kind: 'write',
    audit: { act: 'automation.remove', about: 'automation' },
    may: 'automations.edit',
    about: 'Removes an automation and the log of its runs.',
    input: automationIdShape,
  },
  'GET /api/automations/runs': {
    may: 'automations.edit',
    about: 'Lists the runs of an automation, newest first.',
    input: automationRunsRequestShape,
    output: automationRunsShape,
  },
  'GET /api/automations/runs/table': {
    audit: listDownload,
    may: 'automations.edit',
    about: 'Returns the runs of an automation as CSV.',
    input: automationIdShape,
    answer: 'bytes',
  },
} as const satisfies DeskCallTable;
