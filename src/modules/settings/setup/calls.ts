// Calls of the set-up.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { dismissGuideShape, guideShape, setUpChecksShape, tryStepShape } from './shapes.ts';

export const setUpCalls = {
  'POST /api/setup/try': {
    kind: 'write',
    prepares: true,
    audit: { act: 'shop.try', about: 'step' },
    may: 'shop.set-up',
    about: 'Runs the check of one step of the set-up, stores its result, and returns all results.',
    input: tryStepShape,
    output: setUpChecksShape,
  },
  'GET /api/setup': {
    may: 'shop.set-up',
    about: 'Returns the steps of the set-up: whether each is done, and what it needs.',
    output: guideShape,
  },
  'POST /api/setup/dismiss': {
    kind: 'write',
    audit: { act: 'shop.dismissGuide', about: 'step' },
    may: 'shop.set-up',
    about: 'Takes the guide off the first page, or puts it back.',
    input: dismissGuideShape,
    output: guideShape,
  },
  'POST /api/setup/end-samples': {
    kind: 'write',
    prepares: true,
    audit: { act: 'shop.endSamples', about: 'step' },
    may: 'shop.set-up',
    about: 'Archives the services that the shop began with, once a service of the owner is sold.',
    output: guideShape,
  },
} as const satisfies DeskCallTable;
